import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, Length } from 'class-validator';
import { ApiPathId } from '../common/openapi/api-path-id.decorator';
import { TextField } from '../common/text-field.decorator';
import { IdField } from '../common/url-fields.decorators';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../feedback/events/feedback-provider';
import { MOST_SECRET_CHARACTERS } from '../feedback/sources/source-secrets';

const SECRET_FAULT = `The secret field must be a text of 1 to ${MOST_SECRET_CHARACTERS} characters, or null.`;
const secret = (description: string): PropertyDecorator =>
  ApiProperty({
    type: String,
    required: false,
    nullable: true,
    minLength: 1,
    maxLength: MOST_SECRET_CHARACTERS,
    description,
    example: null,
  });

export class FeedbackSourcePath {
  @IdField()
  @ApiPathId('Id of the source.', 4)
  sourceId!: number;
}

export class CreateFeedbackSourceRequest {
  @IsIn(FEEDBACK_PROVIDERS, { message: `The provider field must be one of ${FEEDBACK_PROVIDERS.join(', ')}.` })
  @ApiProperty({ enum: FEEDBACK_PROVIDERS, description: 'Who sends the mails.', example: 'ses' })
  provider!: FeedbackProviderName;

  @TextField('name')
  @ApiProperty({ description: 'What it is called.', minLength: 1, maxLength: 255, example: 'Newsletter' })
  name!: string;

  @IsOptional()
  @Length(1, MOST_SECRET_CHARACTERS, { message: SECRET_FAULT })
  @IsString({ message: SECRET_FAULT })
  @secret("The key of the provider's signatures, where it has one; it can be given later, by a rotation.")
  secret: string | null = null;
}

export class RotateFeedbackSourceRequest {
  @IsOptional()
  @Length(1, MOST_SECRET_CHARACTERS, { message: SECRET_FAULT })
  @IsString({ message: SECRET_FAULT })
  @secret("The new key of the provider's signatures; left out or null, the source gets a new address.")
  secret: string | null = null;
}

export class SwitchFeedbackSourceRequest {
  @IsBoolean({ message: 'The is_enabled field must be true or false.' })
  @ApiProperty({ description: 'Whether what it tells is taken.', example: false })
  is_enabled!: boolean;
}
