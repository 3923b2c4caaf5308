import type { OpenedFile } from './open-file.js';
import type { Body } from './transport.js';

/**
 * A list to be checked:
 * - `string`: the path of a CSV file or Excel workbook (Node only; read as it is sent)
 * - `Blob` or `File`: such a file
 * - a stream (`ReadableStream`, Node's `Readable`, any async iterable): the bytes of such a file. They are collected
 *   first: a stream can be read once, and a further attempt sends the same again
 * - an array, `Set` or generator of strings: the addresses themselves
 */
export type ListSource =
  string | Blob | AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array> | Iterable<string>;

export interface ListOptions {
  /** What the list is called; left out: as its file is, else `list`. */
  name?: string | undefined;
  /** The column of the addresses: its name, or its number from 1; left out: `email`. */
  column?: string | number | undefined;
  /** Whether the first row names the columns; true unless said. */
  hasHeader?: boolean | undefined;
  encoding?: 'auto' | 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-1' | undefined;
  /** Of a workbook, the sheet: its name, or its number from 1. */
  sheet?: string | number | undefined;
}

/** Makes the multipart form of an upload, as often as it is sent. */
export async function uploadBody(source: ListSource, options: ListOptions, signal?: AbortSignal): Promise<() => Body> {
  const { name, column, hasHeader, encoding, sheet } = options;
  const fields = (fileName: string): [string, string][] =>
    Object.entries({ name: name ?? fileName, column, has_header: hasHeader, encoding, sheet }).flatMap(
      ([field, value]) => (value === undefined ? [] : [[field, String(value)]]),
    );
  if (typeof source === 'string') {
    // Not before a path is given: who loads these modules as they are, without Node, has no such file.
    const { fileOpener } = await import('./open-file.js');
    const open = await fileOpener(source);
    const fileName = source.split(/[/\\]/).at(-1) ?? source;
    return () => multipart(fields(fileName), fileName, open);
  }
  const file = await toBlob(source, signal);
  const fileName = file instanceof File ? file.name : 'list';
  return () => {
    const form = new FormData();
    for (const [field, value] of fields(fileName)) form.set(field, value);
    form.set('file', file, fileName);
    return { content: form };
  };
}

async function toBlob(source: Exclude<ListSource, string>, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source;
  // Callers without types give anything.
  const given: unknown = source;
  if (typeof given !== 'object' || given === null || isBytes(given)) throw noList();
  if (Symbol.iterator in source) return new Blob([toCsv(source)], { type: 'text/csv' });
  if (!(Symbol.asyncIterator in source)) throw noList();
  const pieces: ConstructorParameters<typeof Blob>[0] = [];
  for await (const piece of source as AsyncIterable<Uint8Array<ArrayBuffer> | string>) {
    signal?.throwIfAborted();
    pieces.push(piece);
  }
  return new Blob(pieces);
}

function isBytes(given: object): boolean {
  return ArrayBuffer.isView(given) || given instanceof ArrayBuffer;
}

function noList(): TypeError {
  return new TypeError(
    'A list is the path of a file, a Blob (of bytes: new Blob([bytes])), a stream, or an array of addresses.',
  );
}

/** One column; each cell in quotes (RFC 4180), so that whatever stands there stays one cell. */
function toCsv(addresses: Iterable<unknown>): string {
  const rows = Array.from(addresses, (address) => {
    if (typeof address !== 'string') throw new TypeError('A list of addresses has strings alone.');
    return `"${address.replaceAll('"', '""')}"\r\n`;
  });
  if (rows.length === 0) throw new TypeError('The list is empty: there is nothing to check.');
  return `email\r\n${rows.join('')}`;
}

/**
 * `multipart/form-data` (RFC 7578) whose file is read while it is sent: `FormData` takes files of memory only.
 * @param open called once its bytes are asked for: an attempt that never comes so far leaves no file open, and no fault unheard
 */
function multipart(fields: [string, string][], fileName: string, open: () => OpenedFile): Body {
  const boundary = `list-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;
  const encoder = new TextEncoder();
  const head = (disposition: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`;
  const said = fields.map(([name, value]) => `${head(`name="${name}"`)}\r\n\r\n${value}\r\n`).join('');
  let fault: unknown;
  let file: OpenedFile | null = null;
  async function* content(): AsyncIterable<Uint8Array> {
    yield encoder.encode(
      `${said}${head(`name="file"; filename="${escape(fileName)}"`)}\r\nContent-Type: application/octet-stream\r\n\r\n`,
    );
    try {
      file = open();
      yield* file;
    } catch (error) {
      fault = error;
      throw error;
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  return {
    content: content(),
    contentType: `multipart/form-data; boundary=${boundary}`,
    fault: () => fault,
    close: () => file?.destroy(),
  };
}

/** As browsers write names (WHATWG HTML, multipart/form-data encoding). */
function escape(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
