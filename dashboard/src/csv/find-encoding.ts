/** Encodings that lists come in, by the names that the service knows. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const HEAD_BYTES = 4096;
const SLICE_BYTES = 1_048_576;

export interface FoundEncoding {
  encoding: Encoding;
  /** A byte order mark says so: whatever else is named, the service believes that. */
  isMarked: boolean;
}

/**
 * What a file's text is encoded in: by its byte order mark or its zeros UTF-16, UTF-8 where the whole file can be read so,
 * else Windows-1252, in which every file can be read. The whole file is looked at: the first letter with an accent may
 * come late.
 */
export async function findEncoding(file: Blob): Promise<FoundEncoding> {
  const head = await bytesOf(file, 0, HEAD_BYTES);
  const marked = findMark(head);
  if (marked !== null) return { encoding: marked, isMarked: true };
  const wide = findUtf16(head);
  if (wide !== null) return { encoding: wide, isMarked: false };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const end = Math.min(at + SLICE_BYTES, file.size);
    const bytes = await bytesOf(file, at, end);
    if (!canDecode(decoder, bytes, end === file.size)) return { encoding: 'windows-1252', isMarked: false };
  }
  return { encoding: 'utf-8', isMarked: false };
}

function canDecode(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array, isEnd: boolean): boolean {
  try {
    decoder.decode(bytes, { stream: !isEnd });
    return true;
  } catch {
    return false;
  }
}

export async function bytesOf(file: Blob, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}

function findMark([a, b, c]: Uint8Array): Encoding | null {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? 'utf-8' : null;
}

/** ASCII characters make every other byte zero. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const enough = Math.max(1, bytes.length / 16);
  if (odd >= enough && odd > even * 4) return 'utf-16le';
  if (even >= enough && even > odd * 4 && bytes.length > 1) return 'utf-16be';
  return null;
}
