import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { contentCodingOf } from './content-coding';
import { BodyTooLargeError, MalformedRequestError } from './malformed-request.error';
import { RequestTimeoutError } from './request-timeout.error';

export interface BodyLimits {
  /** Of the body, unpacked. */
  maxBytes: number;
  /** From the first read to the last byte. */
  withinMs: number;
}

/**
 * The bytes of a body, unpacked (`Content-Encoding`). What it does not read of a refused body is the connection's business.
 * @param unreadable what is said of a body that can't be unpacked
 * @throws MalformedRequestError, BodyTooLargeError, RequestTimeoutError
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits, unreadable: string): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge(limits);
  // Guards that wait for nothing are through before the parser has seen what follows the head in the same packet.
  if (!request.complete) await setImmediate();
  const stream = unpacked(request);
  // Most bodies have come whole by now, and wait in the stream: neither listeners nor a timer are needed for them.
  if (stream === request && request.complete && !request.readableEnded && !request.destroyed) {
    const whole = (request.read() as Buffer | null) ?? Buffer.alloc(0);
    if (whole.length > limits.maxBytes) throw tooLarge(limits);
    return whole;
  }
  return readPieces(request, stream, limits, unreadable);
}

function readPieces(request: IncomingMessage, stream: Readable, limits: BodyLimits, sentence: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const settle = (fault: Error | null): void => {
      clearTimeout(late);
      stream.off('data', take).off('end', end);
      request.off('close', breakOff);
      if (fault === null) resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces));
      else reject(fault);
    };
    const late = setTimeout(() => {
      settle(new RequestTimeoutError(`The body was not complete within ${limits.withinMs / 1000} s.`));
    }, limits.withinMs);
    const take = (piece: Buffer): void => {
      size += piece.length;
      if (size > limits.maxBytes) settle(tooLarge(limits));
      else pieces.push(piece);
    };
    const end = (): void => {
      settle(null);
    };
    const breakOff = (): void => {
      if (!request.complete) settle(new MalformedRequestError('The request ended before its body was complete.'));
    };
    const unreadable = (): void => {
      settle(new MalformedRequestError(sentence));
    };
    stream.on('data', take).once('end', end).on('error', unreadable);
    request.once('close', breakOff);
    if (request.destroyed) breakOff();
  });
}

function unpacked(request: IncomingMessage): Readable {
  switch (contentCodingOf(request)) {
    case 'identity':
      return request;
    case 'gzip':
      return request.pipe(createGunzip());
    case 'deflate':
      return request.pipe(createInflate());
    case 'br':
      return request.pipe(createBrotliDecompress());
    case null:
      throw new MalformedRequestError('The Content-Encoding of a body may be gzip, deflate or br.');
  }
}

function tooLarge({ maxBytes }: BodyLimits): BodyTooLargeError {
  return new BodyTooLargeError(`The body is larger than ${maxBytes / 1024} kB.`);
}
