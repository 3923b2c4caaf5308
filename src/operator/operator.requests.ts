import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { TextField } from '../common/text-field.decorator';
import { MAX_FREE_CREDITS, SIGN_UP_MODES, type SettingsChange, type SignUpMode } from '../settings/service-settings';

const MAX_CREDITS = 1_000_000_000;
const wholeNumber = (field: string, minimum: number): { message: string } => ({
  message: `The ${field} field must be a whole number from ${minimum} to ${MAX_CREDITS}.`,
});

export class GrantRequest {
  @Max(MAX_CREDITS, wholeNumber('amount', 1))
  @Min(1, wholeNumber('amount', 1))
  @IsInt(wholeNumber('amount', 1))
  @ApiProperty({ type: 'integer', description: 'How many credits.', minimum: 1, maximum: MAX_CREDITS, example: 1000 })
  amount!: number;

  @IsOptional()
  @TextField('reason')
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'Kept in the ledger, where the organization sees it.',
    maxLength: 255,
    example: 'Invoice 2026-117',
  })
  reason?: string | null;
}

export class AllowanceRequest {
  @Max(MAX_CREDITS, wholeNumber('monthly', 0))
  @Min(0, wholeNumber('monthly', 0))
  @IsInt(wholeNumber('monthly', 0))
  @ApiProperty({
    type: 'integer',
    description: 'Credits a month: full from now on, and again each month; 0 ends it.',
    minimum: 0,
    maximum: MAX_CREDITS,
    example: 5000,
  })
  monthly!: number;
}

/** What is left out stays; null gives way to the environment again. */
export class SettingsRequest {
  @IsOptional()
  @IsIn(SIGN_UP_MODES, { message: `The sign_up field must be one of ${SIGN_UP_MODES.join(', ')}, or null.` })
  @ApiProperty({
    enum: SIGN_UP_MODES,
    required: false,
    nullable: true,
    description: 'Who may make an account; null: as `SIGN_UP` says.',
    example: 'invited',
  })
  sign_up?: SignUpMode | null;

  @IsOptional()
  @Max(MAX_FREE_CREDITS, wholeNumber('free_credits', 0))
  @Min(0, wholeNumber('free_credits', 0))
  @IsInt(wholeNumber('free_credits', 0))
  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    minimum: 0,
    maximum: MAX_FREE_CREDITS,
    description: 'Credits of a new account; null: as `FREE_CREDITS` says.',
    example: 100,
  })
  free_credits?: number | null;
}

export function toSettingsChange({ sign_up: signUp, free_credits: freeCredits }: SettingsRequest): SettingsChange {
  return {
    ...(signUp === undefined ? {} : { signUp }),
    ...(freeCredits === undefined ? {} : { freeCredits }),
  };
}
