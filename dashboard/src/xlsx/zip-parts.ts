import { bytesOf } from '../csv/find-encoding';

/** A part of a ZIP archive, as its directory has it. */
export interface ZipPart {
  isDeflated: boolean;
  compressedSize: number;
  /** Inflated. */
  size: number;
  /** Of its local header. */
  offset: number;
}

const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MOST_DIRECTORY_BYTES = 4_194_304;

/** The directory of a ZIP archive (PKWARE APPNOTE 4.3), by the parts' names in lower case; null when there is none. */
export async function readZipParts(file: Blob): Promise<ReadonlyMap<string, ZipPart> | null> {
  const tail = await bytesOf(file, Math.max(0, file.size - END_BYTES - LONGEST_COMMENT), file.size);
  const end = viewOf(tail);
  let at = tail.length - END_BYTES;
  while (at >= 0 && end.getUint32(at, true) !== 0x06054b50) at -= 1;
  if (at < 0) return null;
  const size = end.getUint32(at + 12, true);
  const start = end.getUint32(at + 16, true);
  if (size > MOST_DIRECTORY_BYTES || start + size > file.size) return null;
  const bytes = await bytesOf(file, start, start + size);
  const view = viewOf(bytes);
  const parts = new Map<string, ZipPart>();
  for (let entry = 0; entry + ENTRY_BYTES <= bytes.length && view.getUint32(entry, true) === 0x02014b50;) {
    const length = view.getUint16(entry + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(entry + ENTRY_BYTES, entry + ENTRY_BYTES + length));
    parts.set(name.toLowerCase(), {
      isDeflated: view.getUint16(entry + 10, true) === 8,
      compressedSize: view.getUint32(entry + 20, true),
      size: view.getUint32(entry + 24, true),
      offset: view.getUint32(entry + 42, true),
    });
    entry += ENTRY_BYTES + length + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return parts;
}

/** The first bytes of a part as text, no more of them than asked for. @throws where it is not as its header says */
export async function readPartHead(file: Blob, part: ZipPart, mostBytes: number): Promise<string> {
  const local = viewOf(await bytesOf(file, part.offset, part.offset + LOCAL_BYTES));
  const start = part.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const packed = file.slice(start, start + part.compressedSize).stream();
  const plain = part.isDeflated ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
  const reader = plain.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let left = mostBytes;
  while (left > 0) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value.subarray(0, left), { stream: true });
    left -= value.length;
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
