import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { allowedMethods } from './allowed-methods';
import { errorReply, isInterfaceError, type ErrorReply, type InterfaceError } from './error-bodies';
import { requestId } from './request-id';
import { requestOf, responseOf } from '../common/http-context';

/** A provider's request that is one too many, which may come a thousand times a second; what a test token asks to be shown. */
const NOBODYS_FAULT: ReadonlySet<string> = new Set<InterfaceError['kind']>([
  'feedback_refused',
  'sandbox_server_error',
]);

/** Turns whatever was thrown into a body of the specification's form. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = requestOf<Request>(host);
    const response = responseOf<Response>(host);
    const { status, body, headers = {} } = this.reply(error, request);
    if (response.headersSent) {
      // A stream broke off: only a closed connection tells the caller that the body is not whole.
      response.destroy();
      return;
    }
    response.status(status).set(headers).json(body);
  }

  private reply(error: unknown, request: Request): ErrorReply {
    if (isInterfaceError(error)) {
      const reply = errorReply(error);
      if (reply.status >= 500 && !NOBODYS_FAULT.has(error.kind)) {
        this.logger.warn({ requestId: requestId(request), err: error.cause ?? error }, error.message);
      }
      return reply;
    }
    if (error instanceof HttpException) return foreignReply(error, request);
    this.logger.error({ requestId: requestId(request), err: error }, 'A request failed for a reason of ours.');
    return {
      status: 500,
      body: { message: `Something went wrong on our side. Request id: ${requestId(request)}.` },
    };
  }
}

/** What Nest and Express throw by themselves. */
function foreignReply(error: HttpException, request: Request): ErrorReply {
  const status = error.getStatus();
  if (status !== 404) return { status, body: { message: error.message } };
  const message = `There is no ${request.method} ${request.path.slice(0, 200)} here.`;
  const allowed = allowedMethods(request);
  // A route that knows the method answered by itself that there is nothing.
  if (allowed.length === 0 || allowed.includes(request.method)) return { status, body: { message } };
  return { status: 405, body: { message }, headers: { Allow: allowed.join(', ') } };
}
