import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { AccountEmailField } from '../common/text-field.decorator';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules';

export class ForgottenPasswordRequest {
  @AccountEmailField('email')
  @ApiProperty({
    description: "The account's e-mail address, in any case.",
    maxLength: 255,
    example: 'jane@example.org',
  })
  email!: string;
}

export class ResetPasswordRequest {
  @MaxLength(MAX_PASSWORD_LENGTH * 2, {
    message: `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`,
  })
  @IsString({ message: 'The password field must be a string.' })
  @ApiProperty({
    description: 'The password from now on.',
    format: 'password',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'four quiet copper lamps',
  })
  password!: string;

  @IsOptional()
  @IsBoolean({ message: 'The revoke_tokens field must be true or false.' })
  @ApiProperty({
    type: Boolean,
    required: false,
    nullable: true,
    default: false,
    description: 'Whether all tokens of the account are revoked too: where somebody else may have known the password.',
    example: false,
  })
  revoke_tokens?: boolean | null;
}
