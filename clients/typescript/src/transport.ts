import { apiError, ConnectionError, TimeoutError } from './errors.js';
import { Patience, type Failure } from './patience.js';
import { baseOf, organizationOf, requireKey, tokenOf } from './settings.js';
import { sleep } from './sleep.js';

export interface ClientOptions {
  /** Where the service is: `https://check.example.org`; with or without `/v1`. */
  url: string;
  /** A token of the service's dashboard; white space around it is left out. */
  token: string;
  /** The organization to act for; left out: the account's default one. */
  organization?: number | string | undefined;
  /** Milliseconds that an attempt may take; 30,000 unless said. Uploads: ten times that, and a second for each 20 kB. Streams that began are not limited. */
  timeoutMs?: number | undefined;
  /** How often a request that failed in passing is sent again: 4 times unless said. */
  retries?: number | undefined;
  /** The longest that is waited before a further attempt, in ms; 60,000 unless said. Where the service asks for more, its error is thrown at once. */
  maxRetryDelayMs?: number | undefined;
  /** After so many ms since a call began it is not sent again; no limit unless said. Where the service asks to wait beyond it, its error is thrown at once. */
  maxRetryTotalMs?: number | undefined;
  /** Told before each wait for a further attempt. */
  onRetry?: ((retry: { error: Error; delayMs: number }) => void) | undefined;
  /** Another `fetch` than the platform's. */
  fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** In place of the client's. */
  timeoutMs?: number | undefined;
}

export interface CreatingOptions extends CallOptions {
  /** Names the effect, so that it is made once: random unless said, and the same in each attempt of one call. */
  idempotencyKey?: string | undefined;
}

/** Values of a URL's query; what is undefined is left out. */
export type Query = Record<string, string | number | boolean | readonly string[] | undefined>;

type RequestBody = NonNullable<RequestInit['body']>;

/** What one attempt sends. */
export interface Body {
  content: RequestBody | AsyncIterable<Uint8Array>;
  contentType?: string;
  /** What kept it from being read to its end; undefined: nothing. */
  fault?: () => unknown;
  /** Gives back what it holds, however far it was read: a connection that is reset leaves it where it is. */
  close?: () => void;
}

interface Request extends CreatingOptions {
  method: 'GET' | 'POST' | 'DELETE';
  /** Behind `/v1`. */
  path: string;
  query?: Query | undefined;
  json?: unknown;
  /** Made anew for each attempt. */
  body?: () => Body;
  /** In place of the client's. */
  retries?: number;
}

const RETRIES = 4;
const TIMEOUT_MS = 30_000;
const MAX_DELAY_MS = 60_000;

/**
 * Sends requests, and sends them again where an attempt failed in passing: no answer, 408, 429, 5xx, and 409 with
 * `Retry-After` (by `Patience`). Each request of ours may be sent twice: those that create something carry an `Idempotency-Key`.
 */
export class Transport {
  readonly timeoutMs: number;
  /** Whether the token is a test token, as the last 2xx said; null: none came yet. */
  isTest: boolean | null = null;
  private readonly base: string;
  /** Hidden from `console.log` and the like: it holds the token. */
  readonly #headers: Record<string, string>;
  private readonly limits: { retries: number; maxDelayMs: number; maxTotalMs: number };
  private readonly onRetry: ClientOptions['onRetry'];
  private readonly fetch: typeof fetch;

  constructor(options: ClientOptions) {
    const { url, token, organization, timeoutMs, retries, maxRetryDelayMs, maxRetryTotalMs, fetch: own } = options;
    this.base = baseOf(url);
    this.#headers = {
      Authorization: `Bearer ${tokenOf(token)}`,
      ...(organization === undefined ? {} : { 'X-Organization-ID': organizationOf(organization) }),
    };
    this.timeoutMs = timeoutMs ?? TIMEOUT_MS;
    this.limits = {
      retries: retries ?? RETRIES,
      maxDelayMs: maxRetryDelayMs ?? MAX_DELAY_MS,
      maxTotalMs: maxRetryTotalMs ?? Infinity,
    };
    this.onRetry = options.onRetry;
    // Browsers insist on `window` as its `this`.
    this.fetch = own ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** The JSON of a 2xx; undefined of a 204. @throws ApiError, ConnectionError, the signal's reason */
  async json<Answer>(request: Request): Promise<Answer> {
    return this.call(request, async (response) => {
      const text = await response.text();
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    });
  }

  /** The body of a 2xx as it comes. @throws as `json`; the stream too, where the connection breaks */
  async stream(request: Request): Promise<ReadableStream<Uint8Array>> {
    const { signal } = request;
    return this.call(request, ({ body }) => {
      const source: ReadableStream<Uint8Array> = body ?? new Blob([]).stream();
      const reader = source.getReader();
      const stream = new ReadableStream<Uint8Array>({
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (fault) {
            controller.error(signal?.aborted === true ? signal.reason : this.unreachable(fault));
          }
        },
        cancel: (reason) => reader.cancel(reason),
      });
      return Promise.resolve(stream);
    });
  }

  /** POST that creates something: with a key that is the same in each attempt. */
  create<Answer>(request: Omit<Request, 'method'>): Promise<Answer> {
    return this.json({ ...request, method: 'POST', idempotencyKey: request.idempotencyKey ?? randomKey() });
  }

  private async call<Answer>(request: Request, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    if (request.idempotencyKey !== undefined) requireKey(request.idempotencyKey);
    const patience = new Patience({ ...this.limits, retries: request.retries ?? this.limits.retries });
    for (;;) {
      const outcome = await this.attempt(request, read);
      if ('answer' in outcome) return outcome.answer;
      const delayMs = patience.delayAfter(outcome);
      if (delayMs === null) throw patience.errorOf(outcome);
      this.onRetry?.({ error: outcome.error, delayMs });
      await sleep(delayMs, request.signal);
    }
  }

  /** One attempt: what it gave, or how it failed. @throws what no further attempt changes */
  private async attempt<Answer>(
    request: Request,
    read: (response: Response) => Promise<Answer>,
  ): Promise<{ answer: Answer } | Failure> {
    const { signal, timeoutMs = this.timeoutMs } = request;
    signal?.throwIfAborted();
    const body = request.body?.() ?? jsonBody(request.json);
    const late = new AbortController();
    // What can't be sent at all is thrown here: among the faults of `fetch` it would look like a broken connection.
    const headers = this.headersOf(request, body);
    const ended = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    const timer = setTimeout(() => {
      late.abort();
    }, timeoutMs);
    try {
      const response = await this.send(request, headers, body, ended);
      if (response.ok) {
        this.isTest = response.headers.get('x-test-mode') === 'true';
        return { answer: await read(response) };
      }
      const retryAfter = secondsOf(response.headers.get('retry-after'));
      const error = await apiError(response, retryAfter);
      if (!isPassing(response.status, retryAfter)) throw new Final(error);
      return { error, retryAfter };
    } catch (fault) {
      if (fault instanceof Final) throw fault.error;
      signal?.throwIfAborted();
      // The source's own, which no further attempt changes.
      const ofBody = late.signal.aborted ? undefined : body?.fault?.();
      if (ofBody !== undefined) throw ofBody as Error;
      const error = late.signal.aborted
        ? new TimeoutError(`The service did not answer within ${timeoutMs} ms.`, { cause: fault })
        : this.unreachable(fault);
      return { error, retryAfter: null };
    } finally {
      clearTimeout(timer);
      body?.close?.();
    }
  }

  private unreachable(fault: unknown): ConnectionError {
    return new ConnectionError(`The service at ${this.base} can't be reached: ${wordsOf(fault)}`, { cause: fault });
  }

  private headersOf({ idempotencyKey }: Request, sent: Body | null): Headers {
    return new Headers({
      ...this.#headers,
      ...(sent?.contentType === undefined ? {} : { 'Content-Type': sent.contentType }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    });
  }

  private async send(request: Request, headers: Headers, sent: Body | null, signal: AbortSignal): Promise<Response> {
    const { method, path, query = {} } = request;
    return this.fetch(`${this.base}/v1${path}${toSearch(query)}`, {
      method,
      signal,
      redirect: 'error',
      headers,
      ...(sent === null ? {} : { body: sent.content as RequestBody }),
      // Half: a body that is a stream is sent before the answer is read (WHATWG fetch asks to say so).
      ...(sent !== null && isIterable(sent.content) ? { duplex: 'half' } : {}),
    });
  }
}

/** Carries an error past the place that takes all others for a broken connection. */
class Final extends Error {
  constructor(readonly error: Error) {
    super();
  }
}

function isPassing(status: number, retryAfter: number | null): boolean {
  return status === 408 || status === 429 || status >= 500 || (status === 409 && retryAfter !== null);
}

/** `Retry-After` in seconds: a number or a date (RFC 9110 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function jsonBody(json: unknown): Body | null {
  return json === undefined ? null : { content: JSON.stringify(json), contentType: 'application/json' };
}

function isIterable(content: Body['content']): boolean {
  return typeof content === 'object' && Symbol.asyncIterator in content && !(content instanceof Blob);
}

function toSearch(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** The innermost words: `fetch failed` says nothing. */
function wordsOf(fault: unknown): string {
  const { message, cause, name } = Object(fault) as { message?: string; cause?: unknown; name?: string };
  if (typeof cause === 'object' && cause !== null) return wordsOf(cause);
  return [message, name].find((text) => text !== undefined && text !== '') ?? String(fault);
}

/** 128 random bits; `randomUUID` is missing in pages that came without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
