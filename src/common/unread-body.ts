import type { IncomingMessage } from 'node:http';
import { readJsonObject, type JsonLimits } from './read-json';

/** The body of a request that nobody has read yet: what `@Body()` hands to the pipe that judges it. */
export class UnreadBody {
  constructor(
    private readonly request: IncomingMessage,
    private readonly limits: JsonLimits,
  ) {}

  /** @throws MalformedRequestError, BodyTooLargeError, RequestTimeoutError */
  read(): Promise<object> {
    return readJsonObject(this.request, this.limits);
  }
}
