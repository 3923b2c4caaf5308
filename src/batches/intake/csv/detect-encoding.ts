import { CsvFault } from './csv-fault';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes from the start of the file that `detectEncoding` wants to see (all of them, when the file is shorter). */
export const ENCODING_SAMPLE_BYTES = 4096;

/** First bytes (as latin1) of what people send in place of a CSV file. */
const SIGNATURES: readonly [start: RegExp, what: string, code: 'compressed_file' | 'binary_file'][] = [
  [/^PK(\x03\x04|\x05\x06|\x07\x08)/, 'a ZIP archive or an Excel workbook (.xlsx)', 'compressed_file'],
  [/^\x1f\x8b/, 'a gzip archive', 'compressed_file'],
  [/^BZh[1-9]1AY&SY/, 'a bzip2 archive', 'compressed_file'],
  [/^\xfd7zXZ\0/, 'an xz archive', 'compressed_file'],
  [/^\x28\xb5\x2f\xfd/, 'a Zstandard archive', 'compressed_file'],
  [/^7z\xbc\xaf\x27\x1c/, 'a 7-Zip archive', 'compressed_file'],
  [/^Rar!\x1a\x07/, 'a RAR archive', 'compressed_file'],
  [/^\xd0\xcf\x11\xe0/, 'an old Excel workbook (.xls), or one with a password', 'binary_file'],
  [/^\x89PNG/, 'a PNG image', 'binary_file'],
  [/^\xff\xd8\xff/, 'a JPEG image', 'binary_file'],
  [/^GIF8[79]a/, 'a GIF image', 'binary_file'],
  [/^%PDF-/, 'a PDF document', 'binary_file'],
];

/**
 * Says how the text of a file is encoded: by its byte order mark, else as its sender says, else UTF-16 when it plainly is
 * (ASCII characters make every other byte zero), else UTF-8.
 * @param sample the first `ENCODING_SAMPLE_BYTES` of the file, or all of it
 * @param given what its sender says; null: nothing
 * @throws CsvFault when the first bytes are those of an archive, an image or a document
 */
export function detectEncoding(sample: Uint8Array, given: Encoding | null = null): Encoding {
  const start = Buffer.from(sample.subarray(0, 16)).toString('latin1');
  for (const [signature, what, code] of SIGNATURES) {
    if (signature.test(start)) {
      throw new CsvFault(code, `The file is ${what}, not CSV text. Save the list as CSV (UTF-8) and send that.`);
    }
  }
  if (start.startsWith('\xff\xfe')) return 'utf-16le';
  if (start.startsWith('\xfe\xff')) return 'utf-16be';
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8';
  if (given !== null) return given;

  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < sample.length; i++) {
    if (sample[i] !== 0) continue;
    if (i % 2 === 0) evenZeros++;
    else oddZeros++;
  }
  // An eighth of the characters: a list of addresses has that many ASCII ones, whatever the script of the names.
  const enough = Math.max(1, sample.length / 16);
  if (oddZeros >= enough && oddZeros > evenZeros * 4) return 'utf-16le';
  if (evenZeros >= enough && evenZeros > oddZeros * 4 && sample.length > 1) return 'utf-16be';
  return 'utf-8';
}
