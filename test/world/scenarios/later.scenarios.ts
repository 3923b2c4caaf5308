import { atOneHost, refused, unknown, VALID, type Scenario } from '../scenario';
import type { RcptContext } from '../smtp/smtp-script';

const kind = 'later';
/** As long as a greylist keeps a stranger waiting: a test cannot wait for the usual five minutes. */
const GREYLIST_MS = 700;

const greylist = (): { delayMs: number; now: () => number } => ({ delayMs: GREYLIST_MS, now: Date.now });

/** Says "later" to the first question about `joe`, and the truth afterwards. */
const laterThen =
  (later: string, truth: string) =>
  ({ address, attempt }: RcptContext): string =>
    address.startsWith('joe@') ? (attempt === 1 ? later : truth) : '550 5.1.1 User unknown';

/** Answers of the moment: `unknown` to whoever waits, settled in a batch that asks again. */
export const LATER: readonly Scenario[] = [
  {
    name: 'a greylist',
    kind,
    ...atOneHost('greylist.test', { greylist: greylist(), mailboxes: { 'joe@greylist.test': 'ok' } }),
    expected: unknown('greylisted'),
    inBatch: VALID,
    source: 'reacherhq/check-if-email-exists#939',
  },
  {
    name: 'a greylist before a mailbox that does not exist',
    kind,
    ...atOneHost('greylist-missing.test', { greylist: greylist() }),
    expected: unknown('greylisted'),
    inBatch: refused('mailbox_not_found'),
  },
  {
    name: 'a greylist that says 451 4.7.1',
    kind,
    ...atOneHost('greylist-451.test', {
      otherwise: laterThen('451 4.7.1 Greylisting in action, please try again later', '250 2.1.5 Ok'),
    }),
    expected: unknown('greylisted'),
    inBatch: VALID,
    source: 'karolyi/py3-validate-email#81',
  },
  {
    name: 'a greylist that names the time',
    kind,
    ...atOneHost('greylist-named.test', {
      otherwise: laterThen('450 4.7.1 Greylisted, try again in 1 seconds', '250 2.1.5 Ok'),
    }),
    expected: unknown('greylisted'),
    inBatch: VALID,
  },
  {
    name: 'a greylist that never ends',
    kind,
    ...atOneHost('greylist-for-ever.test', { otherwise: '450 4.2.0 Greylisted, come back later' }),
    expected: unknown('greylisted'),
    inBatch: unknown('greylisted'),
    source: 'kakshay21/verify_email#39',
  },
  {
    name: 'an address that is being verified',
    kind,
    ...atOneHost('verifying.test', {
      otherwise: laterThen('450 4.1.1 unverified address: Address verification in progress', '250 2.1.5 Ok'),
    }),
    expected: unknown('mail_server_temporary_error'),
    inBatch: VALID,
  },
  {
    name: 'a passing fault of the mail host',
    kind,
    ...atOneHost('passing-fault.test', {
      otherwise: laterThen('451 4.3.0 Temporary lookup failure', '550 5.1.1 User unknown'),
    }),
    expected: unknown('mail_server_temporary_error'),
    inBatch: refused('mailbox_not_found'),
  },
];
