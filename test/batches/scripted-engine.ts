import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, Verification } from '../../src/engine';
import { parseAddress } from '../../src/engine/syntax/parse-address';

type Answer = Pick<Verification, 'status' | 'subStatus' | 'retryAfterSeconds'>;

const ANSWERS: Record<string, Answer> = {
  valid: { status: 'valid', subStatus: null, retryAfterSeconds: null },
  catchall: { status: 'catch_all', subStatus: null, retryAfterSeconds: null },
  full: { status: 'risky', subStatus: 'mailbox_quota_exceeded', retryAfterSeconds: null },
  invalid: { status: 'invalid', subStatus: 'mailbox_not_found', retryAfterSeconds: null },
  unknown: { status: 'unknown', subStatus: 'antispam_system', retryAfterSeconds: null },
  grey: { status: 'unknown', subStatus: 'greylisted', retryAfterSeconds: 0 },
  fault: { status: 'unknown', subStatus: 'exception_occurred', retryAfterSeconds: null },
  malformed: { status: 'invalid', subStatus: 'failed_syntax_check', retryAfterSeconds: null },
};

/**
 * An engine that answers by the address: what stands in front of the first dot or dash of the local part says how
 * (`valid.12@a.test`, `full-3@b.test`). `grey2.x@` is greylisted twice and then valid; `grey.x@` always; `fault1.x@`
 * breaks once; `throws.x@` rejects.
 */
export class ScriptedEngine implements Engine {
  /** How often each address was asked about, malformed ones left out. */
  readonly asked = new Map<string, number>();
  /** In flight now, and the most at any time. */
  inFlight = 0;
  mostInFlight = 0;
  /** Seconds that a greylisting host asks to wait. */
  greylistSeconds = 0;

  /** @param delayMs for each address that is not malformed, or what it waits for */
  constructor(private readonly delayMs: number | ((address: string) => Promise<void>) = 0) {}

  parse(address: string): ReturnType<Engine['parse']> {
    return parseAddress(address.trim());
  }

  normalise(address: string): string | null {
    const parsed = this.parse(address);
    return parsed.ok ? parsed.address.normalised : null;
  }

  describe(address: string): Verification {
    const parsed = this.parse(address);
    if (!parsed.ok) return verification(address, null, ANSWERS['malformed']!);
    return verification(address, parsed.address.normalised, ANSWERS['unknown']!);
  }

  async verify(address: string, { signal }: { signal?: AbortSignal }): Promise<Verification> {
    const parsed = this.parse(address);
    if (!parsed.ok) return verification(address, null, ANSWERS['malformed']!);
    const { normalised } = parsed.address;
    const times = (this.asked.get(normalised) ?? 0) + 1;
    this.asked.set(normalised, times);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    try {
      await this.wait(address, signal);
    } catch {
      const answer = { status: 'unknown', subStatus: 'timeout_exceeded', retryAfterSeconds: null } as const;
      return verification(address, normalised, answer);
    } finally {
      this.inFlight -= 1;
    }
    return verification(address, normalised, this.answer(address, times));
  }

  get askedInAll(): number {
    return [...this.asked.values()].reduce((sum, times) => sum + times, 0);
  }

  stats(): ReturnType<Engine['stats']> {
    return {
      dnsQueries: 0,
      dnsCacheHits: 0,
      dnsAnswers: 0,
      dnsFailures: 0,
      smtpSessionsOpened: 0,
      smtpSessionsOpen: 0,
      rcptCommands: 0,
      catchAllCacheHits: 0,
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private answer(address: string, times: number): Answer {
    const [, kind = '', limit = ''] = /^([a-z]+)(\d*)/.exec(address.toLowerCase()) ?? [];
    if (kind === 'throws') throw new Error('The scripted engine breaks.');
    const answer = limit !== '' && times > Number(limit) ? ANSWERS['valid'] : ANSWERS[kind];
    if (answer === undefined) throw new Error(`No script for ${address}`);
    return kind === 'grey' && answer.retryAfterSeconds !== null
      ? { ...answer, retryAfterSeconds: this.greylistSeconds }
      : answer;
  }

  private wait(address: string, signal: AbortSignal | undefined): Promise<void> {
    if (typeof this.delayMs === 'number') {
      return this.delayMs === 0 ? Promise.resolve() : sleep(this.delayMs, undefined, signal ? { signal } : {});
    }
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
    return Promise.race([this.delayMs(address), aborted]);
  }
}

function verification(email: string, normalised: string | null, answer: Answer): Verification {
  return {
    email,
    normalised,
    ...answer,
    confidence: answer.status === 'valid' ? 95 : 10,
    mxFound: normalised !== null,
    smtpValid: answer.status === 'valid' ? true : null,
    isDisposable: false,
    isCatchAll: null,
    isRoleAccount: false,
    didYouMean: null,
    evidence: {
      layer: 'smtp',
      by: null,
      mxHost: null,
      replyCode: null,
      enhancedCode: null,
      text: null,
      provider: null,
      isFreeProvider: false,
      durationMs: 0,
    },
  };
}
