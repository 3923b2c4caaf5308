import type { ArgumentsHost } from '@nestjs/common';

/* Of which type they are, only who asks knows, as with Nest's own. */
/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters */

/** As `switchToHttp().getRequest()`, which makes an object of three functions each time: six guards look at each request. */
export const requestOf = <Request>(context: ArgumentsHost): Request => context.getArgByIndex<Request>(0);

/** The same for the response. */
export const responseOf = <Response>(context: ArgumentsHost): Response => context.getArgByIndex<Response>(1);
