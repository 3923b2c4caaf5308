import type { Status, SubStatus, Verification } from '../../../src/engine';
import { EngineUnderTest } from './engine-under-test';

/** What a user sees of a verdict: status, sub-status, `is_catch_all`, `smtp_valid`. */
export type Verdict = [Status, SubStatus | null, boolean | null, boolean | null];

export const verdictOf = ({ status, subStatus, isCatchAll, smtpValid }: Verification): Verdict => [
  status,
  subStatus,
  isCatchAll,
  smtpValid,
];

export const VALID: Verdict = ['valid', null, false, true];
export const NOT_FOUND: Verdict = ['invalid', 'mailbox_not_found', null, false];

/** The right verdicts for the domains that every server hosts (`people`, `everybody`), and for one that none does. */
export const RIGHT: Record<string, Verdict> = {
  'alice@people': VALID,
  'nobody@people': NOT_FOUND,
  'full@people': ['risky', 'mailbox_quota_exceeded', null, true],
  'disabled@people': ['invalid', 'mailbox_disabled', null, false],
  'anybody@everybody': ['catch_all', null, true, true],
  'somebody@elsewhere': ['unknown', 'recipient_restricted', null, null],
};

/** Asks a listener about the mailboxes, all at once: `alice@people` is `alice@people.<domain>`. */
export async function verdicts(
  address: string,
  port: number,
  domain: string,
  mailboxes: readonly string[] = Object.keys(RIGHT),
): Promise<Record<string, Verdict>> {
  const engine = await EngineUnderTest.start(address, port);
  try {
    const found = await engine.askAll(mailboxes.map((mailbox) => `${mailbox}.${domain}`));
    return Object.fromEntries(mailboxes.map((mailbox, n) => [mailbox, verdictOf(found[n]!)]));
  } finally {
    await engine.stop();
  }
}

/** A list with known and unknown mailboxes of one domain in turn, and the right verdicts. */
export function mixedList(
  domain: string,
  length: number,
  notFound: Verdict = NOT_FOUND,
): { addresses: string[]; right: Verdict[] } {
  const isKnown = (n: number): boolean => n % 3 !== 0;
  const numbers = Array.from({ length }, (_, n) => n);
  return {
    addresses: numbers.map((n) => `${isKnown(n) ? `person${n}` : `nobody${n}`}@people.${domain}`),
    right: numbers.map((n) => (isKnown(n) ? VALID : notFound)),
  };
}
