import type { Upload } from './upload.js';

/** The most that the service takes as JSON. */
const MOST_IN_JSON = 100_000;

/**
 * The addresses as they are sent: one row for each, blank ones too, so that the results are in their order.
 * @param form makes the form of a file
 */
export function uploadOfAddresses(given: Iterable<unknown>, name: string, form: (csv: Blob) => Upload): Upload {
  const addresses = Array.from(given, (address) => {
    if (typeof address !== 'string') throw new TypeError('A list of addresses has strings alone.');
    return address;
  });
  if (addresses.length === 0) throw new TypeError('The list is empty: there is nothing to check.');
  if (addresses.length > MOST_IN_JSON) return form(new Blob([toCsv(addresses)], { type: 'text/csv' }));
  // As a Blob it goes out in pieces: a line that is slow is not taken for one that is dead.
  const content = new Blob([JSON.stringify({ name, emails: addresses })]);
  return { size: content.size, body: () => ({ content, contentType: 'application/json' }) };
}

/**
 * Each cell in quotes (RFC 4180), so that whatever stands there stays one cell. A row whose cells are all blank is none: where
 * there is a blank address, rows have their number in a second column.
 */
function toCsv(addresses: readonly string[]): string {
  const isNumbered = addresses.some((address) => address.trim() === '');
  const rows = addresses.map(
    (address, index) => `"${address.replaceAll('"', '""')}"${isNumbered ? `,${index + 1}` : ''}\r\n`,
  );
  return `email${isNumbered ? ',row' : ''}\r\n${rows.join('')}`;
}
