import { ApiParam } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The path of a link that somebody was sent or given. Any text is a secret; most open nothing (404). */
export class LinkPath {
  @IsString()
  secret!: string;
}

/** Documents a `LinkPath`. */
export function ApiLinkSecret(description = 'The last part of the link.'): MethodDecorator {
  return ApiParam({ name: 'secret', description, schema: { type: 'string' } });
}
