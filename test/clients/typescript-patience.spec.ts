import {
  ConflictError,
  EmailValidation,
  RateLimitError,
  ServerError,
  TimeoutError,
} from '../../clients/typescript/src';
import { Patience, type Failure, type RetryLimits } from '../../clients/typescript/src/patience';
import { inFastForward } from '../support/fast-forward-timers';
import { FlakyService, type Fault } from './flaky-service';

const LIMITS: RetryLimits = { retries: 4, maxDelayMs: 60_000, maxTotalMs: Infinity };

function failure(Kind: typeof ServerError, status: number, retryAfter: number | null = null): Failure {
  const error = new Kind('Scripted.', { status, requestId: null, retryAfter, fieldErrors: {} });
  return { error, retryAfter };
}

const atWork = failure(ConflictError, 409, 1);

/** After these failures, and then always the other; in a time of its own. */
function waitsOf(limits: RetryLimits, failures: Failure[], then: Failure): number[] {
  let now = 1000;
  const patience = new Patience(limits, () => now);
  const waits: number[] = [];
  for (;;) {
    const delay = patience.delayAfter(failures[waits.length] ?? then);
    if (delay === null) return waits;
    waits.push(delay);
    now += delay;
  }
}

const sum = (waits: number[]): number => waits.reduce((all, wait) => all + wait, 0);

describe('the patience of a call', () => {
  it('lasts 75 seconds for an earlier attempt that is at work', () => {
    const waits = waitsOf(LIMITS, [], atWork);
    expect(sum(waits)).toBeLessThanOrEqual(75_000);
    expect(sum(waits)).toBeGreaterThan(75_000 - 8_000);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
    // Of the 60 requests that a token may make in a minute, it takes few.
    expect(waits.length).toBeLessThanOrEqual(25);
  });

  it('counts such waits apart from what failed', () => {
    const broken = failure(ServerError, 500);
    expect(waitsOf(LIMITS, Array<Failure>(5).fill(atWork), broken)).toHaveLength(5 + 4);
    expect(sum(waitsOf(LIMITS, Array<Failure>(4).fill(broken), atWork))).toBeGreaterThan(75_000 - 8_000);
  });

  it('ends where the caller ends it', () => {
    expect(waitsOf({ ...LIMITS, retries: 0 }, [], atWork)).toEqual([]);
    expect(waitsOf({ ...LIMITS, maxDelayMs: 900 }, [], atWork)).toEqual([]);
    const limited = { ...LIMITS, maxTotalMs: 20_000 };
    expect(sum(waitsOf(limited, [], atWork))).toBeLessThanOrEqual(20_000);
    expect(waitsOf(limited, [], failure(RateLimitError, 429, 15))).toHaveLength(1);
    expect(waitsOf(limited, [], failure(RateLimitError, 429, 30))).toEqual([]);
  });
});

describe('the TypeScript client that finds a request at work', () => {
  let flaky: FlakyService;

  beforeEach(async () => {
    flaky = await FlakyService.start();
  });

  afterEach(() => flaky.stop());

  const conflict = (retryAfter: string): Fault => ({ status: 409, headers: { 'Retry-After': retryAfter } });

  it('gets the answer of an attempt that ended late, and tells of each wait', async () => {
    flaky.faults = Array<Fault>(9).fill(conflict('0'));
    flaky.answer = { status: 'valid' };
    const waits: number[] = [];
    const client = new EmailValidation({
      ...{ url: flaky.url, token: 'token', maxRetryDelayMs: 5 },
      onRetry: ({ error, delayMs }) => {
        expect(error).toBeInstanceOf(ConflictError);
        waits.push(delayMs);
      },
    });
    expect(await client.validate('a@ok.test')).toEqual({ status: 'valid' });
    expect(waits).toHaveLength(9);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5);
  });

  it('says that its own attempt came to no end', async () => {
    // Asked to wait longer than it may: so it ends there.
    flaky.faults = ['silence', ...Array<Fault>(20).fill(conflict('3600'))];
    const client = new EmailValidation({ url: flaky.url, token: 'token', timeoutMs: 1000, maxRetryDelayMs: 5 });
    const error = await inFastForward(() => client.validate('a@ok.test').catch((fault: unknown) => fault));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      message: 'The service did not answer within 1000 ms. It is still at work on the request.',
      cause: expect.any(ConflictError),
    });
  });

  it('says of the attempt of another that it is at work', async () => {
    flaky.faults = Array<Fault>(1000).fill(conflict('0'));
    const client = new EmailValidation({ url: flaky.url, token: 'token', maxRetryDelayMs: 5, maxRetryTotalMs: 50 });
    await expect(client.validate('a@ok.test', { idempotencyKey: 'mine' })).rejects.toThrow(ConflictError);
  });

  it('ends with its signal', async () => {
    flaky.faults = [conflict('30')];
    const client = new EmailValidation({ url: flaky.url, token: 'token' });
    await expect(client.validate('a@ok.test', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});
