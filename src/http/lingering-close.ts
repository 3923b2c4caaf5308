import type { IncomingMessage, ServerResponse } from 'node:http';

/** How much of refused requests is read and dropped. */
export interface LingerLimits {
  /** Of one body: more than the largest upload, or its caller would read no answer. */
  bytes: number;
  /** One body, in all. */
  ms: number;
  /** Without a byte. */
  silentMs: number;
  /** Bodies at a time; the oldest gives way. */
  bodies: number;
}

/** A rest that is probably on its way already: waiting for it keeps the connection. */
const SHORT_REST_BYTES = 65_536;
const SHORT_REST_MS = 100;

type End = ServerResponse['end'];
type EndArguments = [chunk?: unknown, encoding?: unknown, done?: unknown];

const answeredTimes = new WeakMap<ServerResponse, number>();

/** When the answer was given, by `performance.now()`: a refused body may go on long after it. */
export function answeredAt(response: ServerResponse): number | null {
  return answeredTimes.get(response) ?? null;
}

/**
 * Answers a request whose body is still coming, whoever refuses it and why: the answer goes out at once, with its length
 * and `Connection: close`; then the rest is read and dropped within limits, and only then the connection closes. Closing
 * it with bytes unread would reset it, and a caller who is still sending would lose his answer (RFC 9112 9.6). Where the
 * rest is short and comes soon, the connection is kept.
 */
export class LingeringClose {
  /** How to end each body that is being dropped, the oldest first. */
  private readonly giveUps = new Set<() => void>();

  constructor(private readonly limits: LingerLimits) {}

  /** How many bodies are being dropped at this moment. */
  get count(): number {
    return this.giveUps.size;
  }

  /**
   * From now on every response that inherits from `prototype` ends in this way. A function of its own for each response
   * would do the same, but V8 then keeps whole requests from being collected young (a fifth of a cached single's time).
   */
  watch(prototype: ServerResponse): void {
    const own = Reflect.get(prototype, 'end') as (...args: EndArguments) => ServerResponse;
    const answer = this.answer.bind(this);
    prototype.end = function (this: ServerResponse, ...args: EndArguments) {
      const request = this.req;
      if (!hasBody(request) || answeredTimes.has(this)) return own.apply(this, args);
      if (request.complete || request.destroyed) {
        // Unread bytes of it would hold up what comes behind.
        request.resume();
        return own.apply(this, args);
      }
      answeredTimes.set(this, performance.now());
      void answer(request, this, args).then((unsent) => own.apply(this, unsent));
      return this;
    } as End;
  }

  /** What is left for `end` when the body is over or given up. */
  private async answer(request: IncomingMessage, response: ServerResponse, args: EndArguments): Promise<EndArguments> {
    // What reads the body so far has lost its interest in it.
    request.unpipe();
    if (isShort(request) && (await this.drain(request, { bytes: SHORT_REST_BYTES, ms: SHORT_REST_MS }))) return args;
    const [chunk, encoding] = args;
    response.shouldKeepAlive = false;
    sendWhole(response, typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : null, encoding);
    await this.drain(request, this.limits);
    return [];
  }

  /** Reads and drops. Resolves to whether the body came to its end. */
  private drain(
    request: IncomingMessage,
    { bytes, ms, silentMs }: { bytes: number; ms: number; silentMs?: number },
  ): Promise<boolean> {
    if (request.complete || request.destroyed) return Promise.resolve(request.complete);
    let left = bytes;
    return new Promise((resolve) => {
      const stop = (): void => {
        clearTimeout(late);
        clearTimeout(silent);
        this.giveUps.delete(stop);
        request.off('data', take).off('end', stop).off('close', stop).pause();
        resolve(request.complete);
      };
      const late = setTimeout(stop, ms);
      const silent = setTimeout(stop, silentMs ?? ms);
      const take = (data: Buffer): void => {
        silent.refresh();
        left -= data.length;
        if (left < 0) stop();
      };
      this.giveUps.add(stop);
      if (this.giveUps.size > this.limits.bodies) for (const giveUp of [...this.giveUps].slice(0, 1)) giveUp();
      // Resumed by hand: a stream that was unpiped stays paused when a listener is added.
      request.once('end', stop).once('close', stop).on('data', take).resume();
    });
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A caller who waits for `100 Continue` sends nothing before he has an answer. */
function isShort({ headers }: IncomingMessage): boolean {
  return headers.expect === undefined && Number(headers['content-length'] ?? 0) <= SHORT_REST_BYTES;
}

/** All of an answer but its end. */
function sendWhole(response: ServerResponse, body: string | Uint8Array | null, encoding: unknown): void {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding as BufferEncoding | undefined) : body;
  if (!response.headersSent && !response.hasHeader('Content-Length') && ![204, 304].includes(response.statusCode)) {
    response.setHeader('Content-Length', bytes?.length ?? 0);
  }
  if (bytes === null) response.flushHeaders();
  else response.write(bytes);
}
