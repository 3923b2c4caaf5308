import { ApiProperty } from '@nestjs/swagger';

/** The shapes of error bodies, for the OpenAPI document. */

export class MessageBody {
  @ApiProperty({ description: 'What went wrong, in a sentence.', example: 'Unauthenticated.' })
  message!: string;
}

export class ErrorBody {
  @ApiProperty({ description: 'The kind of failure.', example: 'No team selected' })
  error!: string;
}

export class ErrorMessageBody {
  @ApiProperty({ description: 'The kind of failure.', example: 'Forbidden' })
  error!: string;

  @ApiProperty({
    description: 'What went wrong and what to do, in a sentence.',
    example: 'Token does not have permission to validate single emails.',
  })
  message!: string;
}

export class FieldErrorsBody {
  @ApiProperty({ description: 'The first failure, in a sentence.', example: 'The email field is required.' })
  message!: string;

  @ApiProperty({
    description: 'For each failing field, what is wrong with it.',
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    example: { email: ['The email field is required.'] },
  })
  errors!: Record<string, string[]>;
}
