import type { Engine, EngineStats, VerifyOptions } from './engine';
import { suggestionBeyond, suggestionForDotless } from './lists/suggest';
import { normaliseAddress } from './syntax/normalise-address';
import { parseAddress, type ParseResult } from './syntax/parse-address';
import { decideVerdict } from './verdict/decide-verdict';
import type { AddressFacts, Facts } from './verdict/facts';
import type { Evidence, Verification } from './verification';
import { gatherFacts, startOf, type Findings, type Surroundings } from './verify-email';

export interface EngineParts extends Surroundings {
  /** Milliseconds after which an answer is given whatever is known. */
  deadlineMs: { single: number; batch: number };
  stats: () => EngineStats;
  close: () => Promise<void>;
}

/** The engine over the given parts of the world. */
export function createEngine(parts: EngineParts): Engine {
  return {
    parse,
    normalise: (address) => normaliseAddress(address.trim()),
    verify: (address, options) => verify(address.trim(), options, parts),
    stats: parts.stats,
    close: parts.close,
  };
}

/** `user@gmailcom` is a fault of syntax that only the lists can mend, and what the parser mends may be another slip. */
function parse(input: string): ParseResult {
  const email = input.trim();
  const parsed = parseAddress(email);
  if (parsed.ok) return parsed;
  const { fault } = parsed;
  if (fault.didYouMean !== null) {
    return { ok: false, fault: { ...fault, didYouMean: suggestionBeyond(fault.didYouMean) } };
  }
  return fault.code === 'domain_single_label'
    ? { ok: false, fault: { ...fault, didYouMean: suggestionForDotless(email) } }
    : parsed;
}

async function verify(email: string, { signal, ...options }: VerifyOptions, parts: EngineParts): Promise<Verification> {
  const startedAt = parts.clock.now();
  const parsed = parse(email);
  if (!parsed.ok) return verification(email, { fault: parsed.fault }, null, startedAt, parts);
  const findings = startOf(parsed.address, parts);
  await gatherWithin(findings, options, signal, parts);
  return verification(email, findings.facts, findings, startedAt, parts);
}

// Made once: an error takes its stack with it, which costs more than the look at an address.
const DEADLINE = new Error('The time for this address is over.');
const DONE = new Error('The address is judged.');

/** Fills in the findings until the deadline; what is not known by then stays "ran out of time". */
async function gatherWithin(
  findings: Findings,
  { mode, asker = '', job = '' }: VerifyOptions,
  callerSignal: AbortSignal | undefined,
  parts: EngineParts,
): Promise<void> {
  // Nobody waits for a row of a batch: its deadline is only there so that all ends some time.
  const until =
    mode === 'single' ? parts.clock.now() + parts.deadlineMs.single - timeToJudge(parts.deadlineMs.single) : null;
  const stop = new AbortController();
  const done = new AbortController();
  // Not `AbortSignal.any`, which in Node 20 leaves something behind in a signal that lives longer.
  const passOn = (): void => {
    stop.abort(callerSignal?.reason);
  };
  if (callerSignal?.aborted === true) passOn();
  else callerSignal?.addEventListener('abort', passOn, { once: true });
  const timer = parts.clock.sleep(parts.deadlineMs[mode], done.signal).then(
    () => {
      stop.abort(DEADLINE);
    },
    () => undefined,
  );
  try {
    await gatherFacts(findings.facts.address, parts, { mode, asker, job, until, signal: stop.signal }, findings);
  } catch {
    if (!stop.signal.aborted) markException(findings.facts);
  } finally {
    callerSignal?.removeEventListener('abort', passOn);
    done.abort(DONE);
    await timer;
  }
}

/** What is kept of the time, so that a host's silence is known before the time is over. */
const timeToJudge = (deadlineMs: number): number => Math.min(1_000, deadlineMs / 20);

/** A fault of ours, at the layer that was being asked. */
function markException(facts: AddressFacts): void {
  if (facts.domain.kind === 'hosts') facts.mailbox = { kind: 'exception' };
  else facts.domain = { kind: 'exception' };
}

function verification(
  email: string,
  facts: Facts,
  findings: Findings | null,
  startedAt: number,
  { clock }: EngineParts,
): Verification {
  const { retryable, layer, ...verdict } = decideVerdict(facts);
  const probe = findings?.probe ?? null;
  const lists = 'lists' in facts ? facts.lists : null;
  const evidence: Evidence = {
    layer,
    mxHost: probe?.mxHost ?? null,
    replyCode: probe?.classified.code ?? null,
    enhancedCode: probe?.classified.enhanced ?? null,
    text: 'fault' in facts ? facts.fault.message : (probe?.classified.text ?? null),
    provider: probe?.provider ?? null,
    isFreeProvider: lists?.isFree ?? false,
    durationMs: Math.max(0, Math.round(clock.now() - startedAt)),
  };
  return {
    email,
    normalised: 'address' in facts ? facts.address.normalised : null,
    ...verdict,
    isDisposable: lists?.isDisposable ?? false,
    isRoleAccount: lists?.isRole ?? false,
    evidence,
    retryAfterSeconds: isWorthAsking(verdict, retryable, probe) ? namedDelay(probe?.classified.text ?? null) : null,
    ...(verdict.status === 'unknown' && findings?.isOurFault === true && { isOurFault: true }),
  };
}

/**
 * Also where the mailbox was accepted and only the random address was put off, and where our own time ran out: in a long
 * line for a slow host, say.
 */
function isWorthAsking(
  { status, subStatus }: Pick<Verification, 'status' | 'subStatus'>,
  retryable: boolean,
  probe: Findings['probe'],
): boolean {
  if (retryable || subStatus === 'timeout_exceeded') return true;
  return status === 'unknown' && probe?.catchAllPending === true;
}

/** The wait that a reply asks for ("try again in 300 seconds", "in 5 minutes"), in seconds; 0 when it names none. */
function namedDelay(text: string | null): number {
  const match = /\b(\d{1,5})\s*(s|sec|secs|seconds?|m|min|mins|minutes?)\b/i.exec(text ?? '');
  if (match === null) return 0;
  const seconds = Number(match[1]) * ((match[2] ?? '').toLowerCase().startsWith('m') ? 60 : 1);
  return Math.min(seconds, MAX_NAMED_DELAY_SECONDS);
}

/** A reply's word is followed up to here: its owner could park our work for days. */
const MAX_NAMED_DELAY_SECONDS = 3600;
