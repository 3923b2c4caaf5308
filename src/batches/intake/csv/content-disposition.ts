/** Characters of the name; file systems take 255 bytes, and browsers add a number to it. */
const NAME_LENGTH = 100;

/** Where nothing of a batch's name can be used. */
const UNNAMED = 'batch';

/** What Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * The `Content-Disposition` of a results file named after its batch and what is in it (RFC 6266): a quoted ASCII name for
 * old clients and the whole name as UTF-8 (RFC 8187). Nothing of the name can end the header, leave the folder, hide the
 * extension or be a device.
 * @param part which rows: `list_valid.csv` must never be taken for the list that was sent, or for another part of it; left out
 *   where a file is the only one of its name
 */
export function contentDisposition(
  batchName: string,
  part?: string,
  extension: 'csv' | 'zip' | 'jsonl' | 'xlsx' = 'csv',
): string {
  const stem = safeName(batchName) || UNNAMED;
  const end = part === undefined ? `.${extension}` : `_${part}.${extension}`;
  const encoded = encodeURIComponent(`${stem}${end}`).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName(stem)}${end}"; filename*=UTF-8''${encoded}`;
}

/** The name of a CSV file within a ZIP, as safe as that in the header. */
export function zippedName(batchName: string, part: string): string {
  return `${safeName(batchName) || UNNAMED}_${part}.csv`;
}

/** Letters without their accents, `_` for what is not ASCII; some characters decompose into one that is not safe. */
function asciiName(stem: string): string {
  const ascii = stem
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|[%/\\:*?"<>|]/gu, '_');
  return ascii || UNNAMED;
}

function safeName(batchName: string): string {
  const plain = batchName
    // Controls, line ends, direction overrides and lone surrogates.
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/[/\\:*?"<>|]+/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/(?:\.csv)+\s*$/i, '');
  const cut = Array.from(plain).slice(0, NAME_LENGTH).join('');
  return cut.replace(/^[\s.]+|[\s.]+$/g, '').replace(DEVICE, '_$&');
}
