import { uploadOfAddresses } from './address-list.js';
import { listName } from './list-name.js';
import { multipart } from './multipart.js';
import type { Body } from './transport.js';

/**
 * A list to be checked:
 * - `string`: the path of a CSV file or Excel workbook (Node only; read as it is sent, but a pipe is collected first)
 * - `Blob` or `File`: such a file
 * - a stream (`ReadableStream`, Node's `Readable`, any async iterable): the bytes of such a file. They are collected
 *   first: a stream can be read once, and a further attempt sends the same again
 * - an array, `Set` or generator of strings: the addresses themselves, one row for each. Of more than 100,000 with blank ones
 *   among them the results have a second column, `row`: their number from 1
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

/** A list as it is sent. */
export interface Upload {
  /** Bytes, about. */
  size: number;
  /** Made anew for each attempt. */
  body: () => Body;
}

/** Makes the body of an upload, as often as it is sent. */
export async function uploadOf(source: ListSource, options: ListOptions, signal?: AbortSignal): Promise<Upload> {
  const { name, column, hasHeader, encoding, sheet } = options;
  const fields = (fileName: string): [string, string][] =>
    Object.entries({ name: name ?? listName(fileName), column, has_header: hasHeader, encoding, sheet }).flatMap(
      ([field, value]) => (value === undefined ? [] : [[field, String(value)]]),
    );
  const form = (file: Blob, fileName: string, said = fields(fileName)): Upload => ({
    size: file.size,
    body: () => {
      const content = new FormData();
      for (const [field, value] of said) content.set(field, value);
      content.set('file', file, listName(fileName));
      return { content };
    },
  });
  if (typeof source === 'string') {
    // Not before a path is given: who loads these modules as they are, without Node, has no such file.
    const { openPath } = await import('./open-file.js');
    const file = await openPath(source, signal);
    const fileName = source.split(/[/\\]/).at(-1) ?? source;
    if (file instanceof Blob) return form(file, fileName);
    return { size: file.size, body: () => multipart(fields(fileName), listName(fileName), file.open) };
  }
  if (isAddresses(source)) {
    const called = name ?? 'list';
    // What is said of the columns of a file is not said of these.
    return uploadOfAddresses(source, called, (csv) => form(csv, 'list', [['name', called]]));
  }
  const file = await toBlob(source, signal);
  return form(file, file instanceof File ? file.name : 'list');
}

function isAddresses(source: Exclude<ListSource, string>): source is Iterable<string> {
  // Callers without types give anything.
  const given: unknown = source;
  return typeof given === 'object' && given !== null && !isBytes(given) && Symbol.iterator in given;
}

async function toBlob(source: Exclude<ListSource, string | Iterable<string>>, signal?: AbortSignal): Promise<Blob> {
  if (source instanceof Blob) return source;
  const given: unknown = source;
  if (typeof given !== 'object' || given === null || isBytes(given) || !(Symbol.asyncIterator in given)) throw noList();
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
