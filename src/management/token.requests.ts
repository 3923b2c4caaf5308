import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
} from 'class-validator';
import { PERMISSIONS, type Permission } from '../auth/permissions';
import { TextField } from '../common/text-field.decorator';

const PERMISSIONS_FAULT = `The permissions field must list some of ${PERMISSIONS.join(', ')}, each once.`;
const DAYS_FAULT = 'The expires_in_days field must be a whole number of days from 1 to 3650, or null.';
const ORGANIZATIONS_FAULT = 'The organization_ids field must list ids of your organizations, each once, or be null.';

export class CreateTokenRequest {
  @TextField('name')
  @ApiProperty({ description: 'What it is for.', minLength: 1, maxLength: 255, example: 'Newsletter server' })
  name!: string;

  @IsIn(PERMISSIONS, { each: true, message: PERMISSIONS_FAULT })
  @ArrayUnique({ message: PERMISSIONS_FAULT })
  @ArrayMinSize(1, { message: PERMISSIONS_FAULT })
  @IsArray({ message: PERMISSIONS_FAULT })
  @ApiProperty({
    enum: PERMISSIONS,
    isArray: true,
    minItems: 1,
    uniqueItems: true,
    description: 'What it may do.',
    example: ['validate:single'],
  })
  permissions!: Permission[];

  @IsOptional()
  @IsBoolean({ message: 'The test field must be true or false.' })
  @ApiProperty({
    type: Boolean,
    required: false,
    nullable: true,
    default: false,
    description:
      'Whether it is a test token: answered by `sandbox.test`, without credits and network. Its name gets the prefix `TEST · `; it never becomes a live one.',
    example: true,
  })
  test?: boolean | null;

  @IsOptional()
  @Max(3650, { message: DAYS_FAULT })
  @Min(1, { message: DAYS_FAULT })
  @IsInt({ message: DAYS_FAULT })
  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    minimum: 1,
    maximum: 3650,
    description: 'Days until it expires; null or left out: never.',
    example: 90,
  })
  expires_in_days?: number | null;

  @IsOptional()
  @IsInt({ each: true, message: ORGANIZATIONS_FAULT })
  @ArrayUnique({ message: ORGANIZATIONS_FAULT })
  @ArrayMaxSize(100, { message: ORGANIZATIONS_FAULT })
  @ArrayMinSize(1, { message: ORGANIZATIONS_FAULT })
  @IsArray({ message: ORGANIZATIONS_FAULT })
  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    required: false,
    nullable: true,
    minItems: 1,
    maxItems: 100,
    description: 'The organizations that it works for; null or left out: all of yours, also later ones.',
    example: [1],
  })
  organization_ids?: number[] | null;
}
