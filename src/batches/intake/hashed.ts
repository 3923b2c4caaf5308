import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/**
 * The bytes of a source as they are read, hashed on the way; the source is left open when somebody stops reading.
 * @returns `digest`: SHA-256 of all that was read, in base64url; to be asked once
 */
export function hashed(source: AsyncIterable<Uint8Array>): {
  bytes: AsyncIterable<Uint8Array>;
  digest: () => string;
} {
  const hash = createHash('sha256');
  async function* read(): AsyncGenerator<Uint8Array, void> {
    for await (const piece of source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source) {
      const bytes = piece as Uint8Array;
      hash.update(bytes);
      yield bytes;
    }
  }
  return { bytes: read(), digest: () => hash.digest('base64url') };
}

/** As `digest` of `hashed`, of all the bytes there are. @throws what a read of the source throws */
export async function digestOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('base64url');
}
