import { ApiParam } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** A path with the id of a token. What is no id of one names a token that nobody has (404). */
export class TokenPath {
  @IsString()
  tokenId!: string;
}

/** Documents a `TokenPath`. */
export function ApiTokenId(): MethodDecorator {
  return ApiParam({ name: 'tokenId', description: 'Id of the token.', schema: { type: 'string', format: 'uuid' } });
}
