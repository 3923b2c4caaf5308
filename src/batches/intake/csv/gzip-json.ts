import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip, gzipSync, type ZlibOptions } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Below this much text the compressor needs no more memory than the text; making room for more takes longer than its work. */
const SHORT = 8192;
const FEW_BYTES = { windowBits: 13, memLevel: 5, chunkSize: 2048 };
/** Characters that are compressed in half a millisecond: to hand them to another thread would take about as long again. */
const AT_ONCE = 65_536;
/** Compressed bytes that are no more than that, and are expanded in a fraction of the time. */
const COMPRESSED_AT_ONCE = 16_384;

/** JSON of a value, compressed at the fastest level; off the event loop where it takes long. */
export async function writeGzipJson(value: unknown): Promise<Buffer> {
  const text = JSON.stringify(value);
  const options: ZlibOptions = { level: 1, ...(text.length <= SHORT ? FEW_BYTES : {}) };
  return text.length <= AT_ONCE ? gzipSync(text, options) : compress(text, options);
}

/** The reverse of `writeGzipJson`, for bytes that this program wrote. */
export async function readGzipJson(bytes: Uint8Array): Promise<unknown> {
  const text = bytes.length <= COMPRESSED_AT_ONCE ? gunzipSync(bytes) : await expand(bytes);
  return JSON.parse(text.toString('utf8'));
}
