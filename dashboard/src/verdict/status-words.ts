import type { Status } from '../../../src/engine/verification';

export type AddressStatus = Status;

export const ADDRESS_STATUSES = ['valid', 'catch_all', 'risky', 'invalid', 'unknown'] as const satisfies Status[];

interface StatusWords {
  name: string;
  /** The verdict in one line. */
  headline: string;
  meaning: string;
}

/** What each status means, for people. */
export const STATUS_WORDS: Record<Status, StatusWords> = {
  valid: {
    name: 'Valid',
    headline: 'Safe to send',
    meaning: 'The mail server of this domain says that it takes mail for this very address.',
  },
  catch_all: {
    name: 'Catch-all',
    headline: 'Safe to send, with a grain of salt',
    meaning: 'The domain takes mail for any address, so nobody outside can tell whether this mailbox exists.',
  },
  risky: {
    name: 'Risky',
    headline: 'Would arrive, but better not',
    meaning: 'The address takes mail, yet a message to it is likely to be lost or to do harm.',
  },
  invalid: {
    name: 'Invalid',
    headline: 'Do not send',
    meaning: 'There is a definitive answer that mail to this address can’t arrive.',
  },
  unknown: {
    name: 'Unknown',
    headline: 'Could not be confirmed',
    meaning: 'This says nothing against the address: the question about it got no definitive answer.',
  },
};
