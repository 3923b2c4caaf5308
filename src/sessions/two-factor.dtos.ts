import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

export const MAX_CODE_LENGTH = 40;

export class CodeRequest {
  @MaxLength(MAX_CODE_LENGTH, { message: 'The code field holds six digits.' })
  @IsString({ message: 'The code field must be a string.' })
  @ApiProperty({ description: 'The six digits that the app shows.', maxLength: MAX_CODE_LENGTH, example: '123456' })
  code!: string;
}

export class TwoFactorResponse {
  @ApiProperty({ description: 'Whether signing in needs a code beside the password.', example: true })
  is_on!: boolean;

  @ApiProperty({ type: 'integer', description: 'Recovery codes that are not used.', example: 9 })
  recovery_codes_left!: number;
}

export class TwoFactorSecretResponse {
  @ApiProperty({ description: 'The secret in base32, to be typed into the app.', example: 'JBSWY3DPEHPK3PXP' })
  secret!: string;

  @ApiProperty({
    description: 'The same as the address that apps read from a picture.',
    example: 'otpauth://totp/Email%20Validation%20Service:jane%40example.org?secret=JBSWY3DPEHPK3PXP',
  })
  uri!: string;
}

export class RecoveryCodesResponse {
  @ApiProperty({
    type: [String],
    description: 'Each stands in for a code of the app, once.',
    example: ['MFRG-GZDF-MZTW-Q2LK'],
  })
  recovery_codes!: string[];
}
