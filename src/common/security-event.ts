import { Logger } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from './caller';
import { clientKey } from './client-key';

/** What happened to whom: ids and names of roles. Never an e-mail address, a name, a secret or a token. */
export type EventFacts = Record<string, number | string | boolean | null>;

const FACTS = Symbol('facts of the security event');
interface EventfulRequest extends Request {
  [FACTS]?: EventFacts;
}

const logger = new Logger('Security');

/** What the event of this request tells beside who asks, such as the id of what was made. */
export function addEventFacts(request: EventfulRequest, facts: EventFacts): void {
  request[FACTS] = { ...request[FACTS], ...facts };
}

/** One line of the log about who did what to accounts, rights and secrets, and how it ended. */
export function logSecurityEvent(
  request: EventfulRequest,
  event: string,
  outcome: 'done' | 'refused' | 'failed',
  facts: EventFacts = {},
): void {
  logger.log(
    {
      event,
      outcome,
      client: clientKey(request.ip),
      requestId: request.res?.getHeader('x-request-id'),
      ...callerOf(request),
      ...facts,
      ...request[FACTS],
    },
    'Security event',
  );
}
