import { detectEncoding, ENCODING_SAMPLE_BYTES, type Encoding } from './detect-encoding';
import { decodeWindows1252 } from './windows-1252';

/** How a text ended: at the end of the file, or before bytes that are not text. */
export type TextEnd = 'complete' | 'not_unicode' | 'binary_file';

/** Bytes decoded at a time: small enough to leave the event loop free, large enough to be fast. */
const BLOCK_BYTES = 65_536;

/**
 * Decodes the bytes of a file, whatever their chunks: a character, a byte order mark or a CR LF that is cut in two
 * comes out whole (no text ends between CR and LF). Byte order marks in front are removed.
 * @param given the encoding that its sender names; null: none
 * @returns how the text ended; when not `complete`, everything in front of the offending bytes has been yielded
 * @throws CsvFault for archives, images and documents (see `detectEncoding`), and whatever `source` throws
 */
export async function* decodeText(
  source: AsyncIterable<Uint8Array>,
  given: Encoding | null = null,
): AsyncGenerator<string, TextEnd> {
  let encoding: Encoding | null = null;
  let carried: Uint8Array = new Uint8Array();
  let heldBack = '';
  let isStart = true;

  function decodeBlock(bytes: Uint8Array, chosen: Encoding): { text: string; end: TextEnd } {
    const decoded = decode(bytes, chosen);
    let text = heldBack + (isStart ? decoded.text.replace(/^\ufeff+/, '') : decoded.text);
    isStart &&= text === '';
    heldBack = decoded.end === 'complete' && text.endsWith('\r') ? '\r' : '';
    if (heldBack) text = text.slice(0, -1);
    return { text, end: decoded.end };
  }

  for await (const chunk of source) {
    let bytes = carried.length > 0 ? Buffer.concat([carried, chunk]) : chunk;
    if (encoding === null && bytes.length >= ENCODING_SAMPLE_BYTES) {
      encoding = detectEncoding(bytes.subarray(0, ENCODING_SAMPLE_BYTES), given);
    }
    while (encoding !== null) {
      const length = wholeCharacters(bytes.subarray(0, BLOCK_BYTES), encoding);
      if (length === 0) break;
      const { text, end } = decodeBlock(bytes.subarray(0, length), encoding);
      if (text !== '') yield text;
      if (end !== 'complete') return end;
      bytes = bytes.subarray(length);
    }
    // A copy: the source may use its buffer again.
    carried = new Uint8Array(bytes);
  }

  const { text, end } = decodeBlock(carried, encoding ?? detectEncoding(carried, given));
  if (text + heldBack !== '') yield text + heldBack;
  return end;
}

/** The length of the longest prefix that does not end within a character. */
function wholeCharacters(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === 'windows-1252') return bytes.length;
  if (encoding === 'utf-8') {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
      const byte = bytes[bytes.length - back] ?? 0;
      if (byte < 0x80) break;
      if (byte >= 0xc0) {
        const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
        return needed > back ? bytes.length - back : bytes.length;
      }
    }
    return bytes.length;
  }
  const even = bytes.length - (bytes.length % 2);
  const highByte = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
  return even > 0 && highByte >= 0xd8 && highByte <= 0xdb ? even - 2 : even;
}

/** Decodes whole characters. Of bytes that are not text, what stands in front of the first fault. */
function decode(bytes: Uint8Array, encoding: Encoding): { text: string; end: TextEnd } {
  let text: string;
  let end: TextEnd = 'complete';
  if (encoding === 'windows-1252') return beforeNul(decodeWindows1252(bytes), end);
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    text = text.slice(0, text.indexOf('\ufffd'));
    end = 'not_unicode';
  }
  return beforeNul(text, end);
}

function beforeNul(text: string, end: TextEnd): { text: string; end: TextEnd } {
  const zero = text.indexOf('\0');
  return zero === -1 ? { text, end } : { text: text.slice(0, zero), end: 'binary_file' };
}
