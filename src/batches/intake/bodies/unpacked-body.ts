import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { contentCodingOf } from '../../../common/content-coding';
import {
  BodyTooLargeError,
  MalformedRequestError,
  UnsupportedMediaError,
} from '../../../common/malformed-request.error';

/** A list unpacks to the tenfold or so, and to the hundredfold where its rows are alike. */
const MOST_RATIO = 100;
/** Short bodies may be of one letter. */
const FREE_BYTES = 16 * 1_048_576;

/**
 * The bytes of a body, unpacked as they are read: no more of them than `maxBytes`, nor than a hundred times what was sent and
 * 16 MiB. The stream fails with what is wrong: BodyTooLargeError, MalformedRequestError. What it does not read of a refused
 * body is the connection's business.
 * @param maxBytes unpacked
 * @throws UnsupportedMediaError, BodyTooLargeError
 */
export function unpackedBody(request: IncomingMessage, maxBytes: number): Readable {
  const coding = contentCodingOf(request);
  if (coding !== 'identity' && coding !== 'gzip')
    throw new UnsupportedMediaError('The Content-Encoding of a list may be gzip, or there is none.');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let bytes = 0;
  let mostBytes = (): number => maxBytes;
  const bounded = new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else if (bytes > mostBytes()) done(bomb());
      else done(null, piece);
    },
  });
  // Its reader meets the error as well; without a listener it would end the process where nobody reads any more.
  bounded.on('error', () => undefined);
  if (coding === 'identity') return request.pipe(bounded);

  const gunzip = createGunzip();
  mostBytes = () => gunzip.bytesWritten * MOST_RATIO + FREE_BYTES;
  gunzip.on('error', () => {
    bounded.destroy(new MalformedRequestError('The body is no gzip data, or it is damaged or not complete.'));
  });
  bounded.once('close', () => {
    request.unpipe(gunzip);
    gunzip.destroy();
  });
  return request.pipe(gunzip).pipe(bounded);
}

function tooLarge(maxBytes: number): BodyTooLargeError {
  return new BodyTooLargeError(`The list is larger than ${maxBytes / 1024} kilobytes.`);
}

function bomb(): BodyTooLargeError {
  return new BodyTooLargeError(
    `The body unpacks to more than ${MOST_RATIO} times its size, which no list of addresses does. Send it without gzip.`,
  );
}
