import { ApiProperty } from '@nestjs/swagger';

export class PasswordResetsResponse {
  @ApiProperty({
    description: 'Whether the service sends links by mail; else its operator makes them (`account reset-link`).',
    example: true,
  })
  by_mail!: boolean;
}

export class PasswordResetResponse {
  @ApiProperty({ description: 'The e-mail address of the account.', example: 'jane@example.org' })
  email!: string;
}
