import fc from 'fast-check';
import { REPLY_OUTCOMES, TRANSPORT_OUTCOMES, type Outcome } from '../smtp/replies/outcome';
import { SUB_STATUSES } from '../verification';
import { decideVerdict, type Verdict } from './decide-verdict';
import type { AddressFacts, DomainFacts, MailboxFacts, ProbeFacts } from './facts';
import { factsOf } from '../../../test/fixtures/verdict-facts';
import { runs } from '../../../test/support/runs';

/** The only outcomes that may carry a "no", and all that may carry a "yes". */
const DEFINITIVE: readonly Outcome[] = ['mailbox_not_found', 'mailbox_disabled', 'mailbox_moved'];
const BY_EVERY_HOST: readonly Outcome[] = ['domain_not_accepted', 'smtputf8_required'];
const POSITIVE: readonly Outcome[] = ['accepted', 'accepted_unverified', 'recipient_throttled', 'mailbox_full'];

const probe: fc.Arbitrary<ProbeFacts> = fc.record({
  kind: fc.constant('probed'),
  classified: fc.record({
    outcome: fc.constantFrom(...REPLY_OUTCOMES, ...TRANSPORT_OUTCOMES),
    reason: fc.constantFrom(null, 'policy', 'spf', 'helo', 'sender_address', 'blocklist', 'temporary', 'abandoned'),
    code: fc.constantFrom(null, 250, 252, 421, 450, 452, 501, 550, 552, 554),
    enhanced: fc.constantFrom(null, '5.1.1', '5.1.3', '4.2.2'),
    certainty: fc.constantFrom('high', 'medium', 'low'),
    text: fc.constant(null),
  }),
  stage: fc.constantFrom('connect', 'banner', 'ehlo', 'starttls', 'mail', 'rcpt'),
  catchAll: fc.constantFrom(true, false, null),
  truthfulness: fc.constantFrom('truthful', 'decides_by_probe', 'accepts_all'),
  everyHostSaid: fc.boolean(),
  layer: fc.constantFrom('smtp', 'proxy'),
});
const mailbox: fc.Arbitrary<MailboxFacts | null> = fc.oneof(
  { weight: 8, arbitrary: probe },
  fc.constantFrom(
    null,
    { kind: 'smtp_disabled' } as const,
    { kind: 'proxy_down' } as const,
    { kind: 'deadline' } as const,
    { kind: 'exception' } as const,
  ),
);
const domain: fc.Arbitrary<DomainFacts> = fc.oneof(
  { weight: 3, arbitrary: fc.boolean().map((implicit) => ({ kind: 'hosts', implicit }) as const) },
  fc.record({ kind: fc.constantFrom('error' as const, 'timeout' as const), mxFound: fc.boolean() }),
  fc
    .constantFrom(
      'not_found',
      'no_data',
      'null_mx',
      'no_usable_hosts',
      'unroutable',
      'address_literal',
      'out_of_resources',
      'special_use',
      'deadline',
      'exception',
    )
    .map((kind) => ({ kind })),
);
const ADDRESSES = [
  'joe.doe@company.com',
  'info@company.com',
  '"a b"@company.com',
  'üser@exаmple.com',
  'joe@hotmayil.com',
];
const BASES = new Map(ADDRESSES.map((input) => [input, factsOf(input)]));
const facts: fc.Arbitrary<AddressFacts> = fc
  .record({
    input: fc.constantFrom(...ADDRESSES),
    domain,
    mailbox,
    flags: fc.record({ isDisposable: fc.boolean(), isRole: fc.boolean(), isUnusualForProvider: fc.boolean() }),
  })
  .map(({ input, flags, ...found }) => {
    const base = BASES.get(input) ?? factsOf(input);
    return { ...base, ...found, lists: { ...base.lists, ...flags } };
  });

/** The outcome, where the mail hosts were asked at all. */
const outcomeOf = ({ mailbox: answer }: AddressFacts): Outcome | null =>
  answer?.kind === 'probed' ? answer.classified.outcome : null;

/** A "no" that is definitive: see the iron rule. */
function isDefinitive({ domain: route, lists, mailbox: answer }: AddressFacts): boolean {
  if (lists.providerRuleViolation !== null) return true;
  if (route.kind !== 'hosts')
    return !['error', 'timeout', 'out_of_resources', 'deadline', 'exception'].includes(route.kind);
  if (answer?.kind !== 'probed') return false;
  const { outcome, code, certainty } = answer.classified;
  const isLasting = (code ?? 0) >= 500 && certainty !== 'low';
  if (DEFINITIVE.includes(outcome)) return isLasting && answer.stage === 'rcpt';
  return (
    BY_EVERY_HOST.includes(outcome) &&
    answer.everyHostSaid &&
    (isLasting || (outcome === 'smtputf8_required' && (code === null || code >= 500)))
  );
}

const RULES: Readonly<Record<string, (verdict: Verdict, given: AddressFacts) => boolean>> = {
  'a sub-status belongs to its status, and is one of the engine': ({ status, subStatus }) => {
    const own: readonly string[] = SUB_STATUSES[status].filter((name) => !name.startsWith('known_'));
    return subStatus === null ? own.length === 0 : own.includes(subStatus);
  },
  'confidence is a whole percentage': ({ confidence }) =>
    Number.isInteger(confidence) && confidence >= 0 && confidence <= 100,
  'invalid: 15 at most': ({ status, confidence }) => status !== 'invalid' || confidence <= 15,
  'valid: 80 at least, and the mailbox check agrees': ({ status, confidence, smtpValid }) =>
    status !== 'valid' || (confidence >= 80 && smtpValid === true),
  'a positive mailbox check is never invalid': ({ status, smtpValid }) => status !== 'invalid' || smtpValid !== true,
  'a negative mailbox check is always invalid': ({ status, smtpValid }) => status === 'invalid' || smtpValid !== false,
  'only what is unknown is asked again': ({ status, retryable }) => status === 'unknown' || !retryable,
  'a catch-all is catch_all or risky': ({ status, isCatchAll }) =>
    isCatchAll === true ? ['catch_all', 'risky'].includes(status) : status !== 'catch_all',
  'invalid rests on a definitive answer': ({ status }, given) => status !== 'invalid' || isDefinitive(given),
  'without a definitive answer the mailbox check stays open': ({ status, smtpValid }, given) => {
    const isAnswer = [...DEFINITIVE, ...BY_EVERY_HOST, ...POSITIVE].some((outcome) => outcome === outcomeOf(given));
    return isAnswer || (smtpValid === null && status !== 'valid' && status !== 'catch_all');
  },
  'a provider that accepts everything makes nothing valid': ({ status }, { mailbox: answer }) =>
    status !== 'valid' || answer?.kind !== 'probed' || answer.truthfulness !== 'accepts_all',
  'a role never changes the status': ({ status, subStatus }, given) => {
    const other = decideVerdict({ ...given, lists: { ...given.lists, isRole: !given.lists.isRole } });
    return other.status === status && other.subStatus === subStatus;
  },
  'a usable MX record is one with hosts, or one whose host is not known': ({ mxFound }, { domain: route }) => {
    if (route.kind === 'error' || route.kind === 'timeout') return mxFound === route.mxFound;
    return mxFound === (route.kind === 'hosts' && !route.implicit);
  },
};

describe('over all combinations of facts', () => {
  it.each(Object.entries(RULES))('%s', (_name, holds) => {
    fc.assert(
      fc.property(facts, (given) => holds(decideVerdict(given), given)),
      { numRuns: runs(5000) },
    );
  });
});
