import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { AccountEmailField, NewAccountEmailField, TextField } from '../common/text-field.decorator';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules';
import { MAX_CODE_LENGTH } from './two-factor.dtos';

const INVITATION_FAULT = "The invitation field must be the last part of an invitation's link.";
const TOO_LONG = `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`;

/** Who signs in. */
export class SignInRequest {
  @AccountEmailField('email')
  @ApiProperty({
    description: "The account's e-mail address, in any case.",
    maxLength: 255,
    example: 'jane@example.org',
  })
  email!: string;

  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: TOO_LONG })
  @IsString({ message: 'The password field must be a string.' })
  @ApiProperty({ description: 'The password, as it was typed.', format: 'password', example: 'violet kettle harbour' })
  password!: string;

  @IsOptional()
  @MaxLength(MAX_CODE_LENGTH, { message: 'The code field holds six digits, or a recovery code.' })
  @IsString({ message: 'The code field must be a string.' })
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'The code of the app, or a recovery code: where the account has a second factor (403, `Code needed`).',
    maxLength: MAX_CODE_LENGTH,
    example: null,
  })
  code?: string | null;
}

/** A new account. */
export class SignUpRequest {
  @NewAccountEmailField('email')
  @ApiProperty({ description: "The account's e-mail address.", maxLength: 255, example: 'jane@example.org' })
  email!: string;

  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: TOO_LONG })
  @IsString({ message: 'The password field must be a string.' })
  @ApiProperty({
    description: 'The password: long enough, and none of those that others would try first.',
    format: 'password',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'violet kettle harbour',
  })
  password!: string;

  @IsOptional()
  @TextField('name')
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'The name of the person, also that of the first organization; else the address is.',
    maxLength: 255,
    example: 'Jane Doe',
  })
  name?: string | null;

  @IsOptional()
  @MaxLength(100, { message: INVITATION_FAULT })
  @IsString({ message: INVITATION_FAULT })
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: "The last part of an invitation's link: needed where accounts are made by invitation only.",
    maxLength: 100,
    example: null,
  })
  invitation?: string | null;
}

export class ConfirmPasswordRequest {
  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: TOO_LONG })
  @IsString({ message: 'The password field must be a string.' })
  @ApiProperty({ description: 'The password, once more.', format: 'password', example: 'violet kettle harbour' })
  password!: string;
}

export class ChangePasswordRequest {
  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: TOO_LONG })
  @IsString({ message: 'The current_password field must be a string.' })
  @ApiProperty({ description: 'The password until now.', format: 'password', example: 'violet kettle harbour' })
  current_password!: string;

  @MaxLength(MAX_PASSWORD_LENGTH * 2, { message: TOO_LONG })
  @IsString({ message: 'The new_password field must be a string.' })
  @ApiProperty({
    description: 'The password from now on.',
    format: 'password',
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
    example: 'four quiet copper lamps',
  })
  new_password!: string;

  @IsOptional()
  @IsBoolean({ message: 'The revoke_tokens field must be true or false.' })
  @ApiProperty({
    type: Boolean,
    required: false,
    nullable: true,
    default: false,
    description: 'Whether all of your tokens are revoked too: where somebody else may have known the password.',
    example: false,
  })
  revoke_tokens?: boolean | null;
}

/** What is left out stays as it is. */
export class ChangeAccountRequest {
  @IsOptional()
  @TextField('name')
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'The name of the person; null for none.',
    maxLength: 255,
    example: 'Jane Doe',
  })
  name?: string | null;

  @IsOptional()
  @Min(1, { message: 'The default_organization_id field must be the id of one of your organizations.' })
  @IsInt({ message: 'The default_organization_id field must be the id of one of your organizations.' })
  @ApiProperty({
    type: 'integer',
    required: false,
    nullable: true,
    description: 'The organization that serves requests which name none; null: such requests are refused.',
    example: 1,
  })
  default_organization_id?: number | null;
}
