import type { SessionUsage } from './session-budget';

/**
 * What a server is known to allow in one session, by what its greeting says of it. Exim drops a session after 10 commands
 * that bring no mail (`smtp_accept_max_nonmail`), and RSET is one: too few for many refusals.
 * Postfix slows down after 10 errors (`smtpd_soft_error_limit`), QUIT included, and disconnects after 20.
 */
export function knownLimits(greeting: string): SessionUsage {
  if (/\bexim\b/i.test(greeting)) return { rcpts: 10, refused: 9 };
  if (/\bpostfix\b/i.test(greeting)) return { rcpts: Infinity, refused: 9 };
  return NOTHING_KNOWN;
}

export const NOTHING_KNOWN: SessionUsage = { rcpts: Infinity, refused: Infinity };
