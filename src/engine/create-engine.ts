import { Deadlines } from './deadlines';
import type { Engine, EngineStats, VerifyOptions } from './engine';
import { suggestionBeyond, suggestionForDotless, suggestionForDots } from './lists/suggest';
import { normaliseAddress } from './syntax/normalise-address';
import { parseAddress, type ParseResult } from './syntax/parse-address';
import type { FaultCode } from './syntax/syntax-fault';
import type { ConfidenceTable } from './verdict/confidence-table';
import { decideVerdict, type Verdict } from './verdict/decide-verdict';
import type { AddressFacts, Facts } from './verdict/facts';
import type { Evidence, Verification } from './verification';
import { gatherFacts, startOf, type Findings, type VerificationDependencies } from './verify-email';

export interface EngineDependencies extends VerificationDependencies {
  /** Milliseconds after which an answer is given whatever is known. */
  deadlineMs: { single: number; batch: number };
  /** Default: the built-in one. */
  confidence?: ConfidenceTable;
  stats: () => EngineStats;
  close: () => Promise<void>;
}

/** The engine over the given dependencies. */
export function createEngine(dependencies: EngineDependencies): Engine {
  const deadlines = deadlinesOf(dependencies);
  return {
    parse,
    normalise: (address) => normaliseAddress(address.trim()),
    describe: (address) => describe(address.trim(), dependencies),
    verify: (address, options) => verify(address.trim(), options, dependencies, deadlines),
    stats: dependencies.stats,
    close: dependencies.close,
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
  const suggest = SUGGESTIONS[fault.code];
  return suggest ? { ok: false, fault: { ...fault, didYouMean: suggest(email) } } : parsed;
}

/** Faults that are mended only where the lists know what was meant. */
const SUGGESTIONS: Partial<Record<FaultCode, (email: string) => string | null>> = {
  domain_single_label: suggestionForDotless,
  local_part_dot: suggestionForDots,
};

function describe(email: string, dependencies: EngineDependencies): Verification {
  const now = dependencies.clock.now();
  const parsed = parse(email);
  if (!parsed.ok) return verificationOf(email, { fault: parsed.fault }, null, now, dependencies);
  const findings = startOf(parsed.address, dependencies);
  return verificationOf(email, findings.facts, findings, now, dependencies);
}

async function verify(
  email: string,
  options: VerifyOptions,
  dependencies: EngineDependencies,
  deadlines: EngineDeadlines,
): Promise<Verification> {
  const startedAt = dependencies.clock.now();
  const parsed = parse(email);
  if (!parsed.ok) return verificationOf(email, { fault: parsed.fault }, null, startedAt, dependencies);
  const findings = startOf(parsed.address, dependencies);
  await gatherWithin(findings, options, dependencies, deadlines[options.mode]);
  return verificationOf(email, findings.facts, findings, startedAt, dependencies);
}

// Made once: an error takes its stack with it, which costs more than the look at an address.
const DEADLINE = new Error('The time for this address is over.');

/** For each mode when no more is to be begun, and when the answer is given; a row of a batch has only the latter. */
type EngineDeadlines = Record<VerifyOptions['mode'], { soon: Deadlines | null; last: Deadlines }>;

function deadlinesOf({ deadlineMs: { single, batch }, clock }: EngineDependencies): EngineDeadlines {
  return {
    single: { soon: new Deadlines(single - timeToJudge(single), clock), last: new Deadlines(single, clock) },
    batch: { soon: null, last: new Deadlines(batch, clock) },
  };
}

/** Fills in the findings until the deadline; what is not known by then stays "ran out of time". */
async function gatherWithin(
  findings: Findings,
  { mode, tenant = '', job = '', signal: callerSignal }: VerifyOptions,
  dependencies: EngineDependencies,
  deadlines: EngineDeadlines[VerifyOptions['mode']],
): Promise<void> {
  // Nobody waits for a row of a batch: its deadline is only there so that all ends some time.
  const until =
    mode === 'single'
      ? dependencies.clock.now() + dependencies.deadlineMs.single - timeToJudge(dependencies.deadlineMs.single)
      : null;
  const stop = new AbortController();
  const soon = deadlines.soon === null ? stop : new AbortController();
  // Not `AbortSignal.any`, which in Node 20 leaves something behind in a signal that lives longer.
  const passOn = (): void => {
    end(callerSignal?.reason);
  };
  if (callerSignal?.aborted === true) passOn();
  else callerSignal?.addEventListener('abort', passOn, { once: true });
  const doneSoon = deadlines.soon?.add(() => {
    soon.abort(DEADLINE);
  });
  const done = deadlines.last.add(() => {
    end(DEADLINE);
  });
  try {
    await gatherFacts(
      findings.facts.address,
      dependencies,
      { mode, tenant, job, until, untilSignal: soon.signal, signal: stop.signal },
      findings,
    );
  } catch {
    if (!stop.signal.aborted) markException(findings.facts);
  } finally {
    callerSignal?.removeEventListener('abort', passOn);
    doneSoon?.();
    done();
  }

  function end(reason: unknown): void {
    soon.abort(reason);
    stop.abort(reason);
  }
}

/** What is kept of the time, so that a host's silence is known before the time is over. */
const timeToJudge = (deadlineMs: number): number => Math.min(1_000, deadlineMs / 20);

/** A local error, at the layer that was being asked. */
function markException(facts: AddressFacts): void {
  if (facts.domain.kind === 'hosts') facts.mailbox = { kind: 'exception' };
  else facts.domain = { kind: 'exception' };
}

function verificationOf(
  email: string,
  facts: Facts,
  findings: Findings | null,
  startedAt: number,
  { clock, confidence }: EngineDependencies,
): Verification {
  const verdict = decideVerdict(facts, confidence);
  const probe = findings?.probe ?? null;
  const lists = 'lists' in facts ? facts.lists : null;
  const evidence: Evidence = {
    layer: verdict.layer,
    by: probe?.by ?? null,
    mxHost: probe?.mxHost ?? null,
    replyCode: probe?.classified.code ?? null,
    enhancedCode: probe?.classified.enhanced ?? null,
    text: 'fault' in facts ? facts.fault.message : (probe?.classified.text ?? null),
    provider: probe?.provider ?? null,
    isFreeProvider: lists?.isFree ?? false,
    durationMs: Math.max(0, Math.round(clock.now() - startedAt)),
  };
  // Each by its name: for a list of millions, rests and spreads of objects cost more than the verdict.
  const verification: Verification = {
    email,
    normalised: 'address' in facts ? facts.address.normalised : null,
    status: verdict.status,
    subStatus: verdict.subStatus,
    confidence: verdict.confidence,
    mxFound: verdict.mxFound,
    smtpValid: verdict.smtpValid,
    isDisposable: lists?.isDisposable ?? false,
    isCatchAll: verdict.isCatchAll,
    isRoleAccount: lists?.isRole ?? false,
    didYouMean: verdict.didYouMean,
    evidence,
    retryAfterSeconds: isWorthAsking(verdict, probe) ? namedDelay(probe?.classified.text ?? null) : null,
  };
  if (verdict.status === 'unknown' && findings?.isLocalError === true) verification.isLocalError = true;
  return verification;
}

/**
 * Also where the mailbox was accepted and only the random address was put off, where a control question wants somebody whom the
 * host accepts, and where the deadline passed: in a long queue for a slow host, say.
 */
function isWorthAsking(
  { status, subStatus, retryable }: Pick<Verdict, 'status' | 'subStatus' | 'retryable'>,
  probe: Findings['probe'],
): boolean {
  if (retryable || subStatus === 'timeout_exceeded') return true;
  return status === 'unknown' && (probe?.catchAllPending === true || probe?.controlPending === true);
}

/** The wait that a reply asks for ("try again in 300 seconds", "in 5 minutes"), in seconds; 0 when it names none. */
function namedDelay(text: string | null): number {
  const match = /\b(\d{1,5})\s*(s|sec|secs|seconds?|m|min|mins|minutes?)\b/i.exec(text ?? '');
  if (match === null) return 0;
  const seconds = Number(match[1]) * ((match[2] ?? '').toLowerCase().startsWith('m') ? 60 : 1);
  return Math.min(seconds, MAX_NAMED_DELAY_SECONDS);
}

/** The longest wait that a reply may ask for: a host could else delay a batch for days. */
const MAX_NAMED_DELAY_SECONDS = 3600;
