import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, MinLength } from 'class-validator';

/** The engine alone says what a well-formed address is; this checks only that there is one to look at. */
export class ValidateSingleRequest {
  // Failures are listed from the lowest decorator up.
  @MaxLength(255, { message: 'The email field must not be greater than 255 characters.' })
  @MinLength(1, { message: 'The email field is required.' })
  @IsString({ message: 'The email field must be a string.' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @ApiProperty({
    description: 'The address to check.',
    maxLength: 255,
    // As JSON Schema has it: `email` alone is ASCII.
    format: 'idn-email',
    example: 'jane.doe@example.org',
  })
  email!: string;
}
