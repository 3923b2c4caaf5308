import type { IncomingMessage } from 'node:http';
import { FieldsInvalidError } from '../../../common/fields-invalid.error';
import { UnsupportedMediaError } from '../../../common/malformed-request.error';
import { notKnown, shorten } from '../../../common/known-names';
import { contentCodingOf } from '../../../common/content-coding';
import { PLAIN_LIST } from '../csv';
import { readName } from '../batch-name';
import type { FormField } from '../form-field';
import { LIST_FIELDS, readListFields } from '../list-fields';
import type { GivenList } from '../list-reader';
import { FORM_BYTES, UploadForm } from '../upload-form';
import { ListBody } from './list-body';
import { readAddressLines } from './read-address-lines';
import { readJsonList } from './read-json-list';
import { unpackedBody } from './unpacked-body';
import type { UploadBody } from './upload-body';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ASKED =
  'with the fields "name" and "file", or a list as text/csv, text/plain, application/json or an Excel workbook (.xlsx)';

/** Charsets of a Content-Type, by what `encoding` calls them. UTF-8 is what many clients say of whatever they send. */
const CHARSETS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'auto'],
  ['utf8', 'auto'],
  ['us-ascii', 'auto'],
  ['utf-16', 'auto'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-1', 'iso-8859-1'],
]);

/**
 * Opens the body of an upload by its Content-Type. A form says all in its fields; a list that is the body itself has the same
 * fields in the query (JSON: `name` alone, unless it has one itself), and is named after the time where it has no name.
 * @param maxKb of the list, unpacked
 * @param now milliseconds since 1970
 * @throws FieldsInvalidError, MalformedRequestError, UnsupportedMediaError, BodyTooLargeError
 */
export function openBody(request: IncomingMessage, maxKb: number, now: number): UploadBody {
  const query = queryOf(request);
  const said = readQuery(query);
  const ofList = (encoding: string | null = null): Map<string, FormField> => {
    requireKnownNames(query);
    return fieldsOf(said, now, encoding);
  };
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  const unpacked = () => unpackedBody(request, maxKb * 1024);
  switch (type.trim().toLowerCase()) {
    case 'application/json': {
      encodingOf(parameters, JSON_CHARSETS);
      const fields = ofList();
      return new ListBody(request, unpacked(), fields, () => ({
        ...PLAIN_LIST,
        read: (file) => readJsonList(file, fields),
      }));
    }
    case 'text/csv':
    case XLSX: {
      const fields = ofList(encodingOf(parameters));
      return new ListBody(request, unpacked(), fields, () => readListFields(fields));
    }
    case 'text/plain': {
      const fields = ofList(encodingOf(parameters));
      return new ListBody(request, unpacked(), fields, () => linesFormat(fields));
    }
    default:
      if (contentCodingOf(request) === 'identity') return new UploadForm(request, maxKb, ASKED);
      return new UploadForm(request, maxKb, ASKED, unpackedBody(request, maxKb * 1024 + FORM_BYTES));
  }
}

const JSON_CHARSETS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
]);

/** What the charset says of the encoding; null where there is none. @throws UnsupportedMediaError */
function encodingOf(parameters: readonly string[], charsets = CHARSETS): string | null {
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(one)?.[1]).find(Boolean);
  if (charset === undefined) return null;
  const encoding = charsets.get(charset.toLowerCase());
  if (encoding === undefined)
    throw new UnsupportedMediaError(`The charset of a list like this may be ${[...charsets.keys()].join(', ')}.`);
  return encoding;
}

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams =>
  new URLSearchParams(url.slice(url.includes('?') ? url.indexOf('?') : url.length));

const QUERY_NAMES = ['name', ...LIST_FIELDS] as const;

/**
 * Of a list that is the body itself the query says all: a name that nobody knows is a slip of the pen, and the list would be read
 * otherwise than it was meant. @throws FieldsInvalidError
 */
function requireKnownNames(query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (!(QUERY_NAMES as readonly string[]).includes(name)) {
      throw new FieldsInvalidError({ [shorten(name)]: [notKnown(name, QUERY_NAMES)] });
    }
  }
}

/** What the query says of a list. It is judged whatever the body is. @throws FieldsInvalidError */
function readQuery(query: URLSearchParams): Map<string, FormField> {
  const fields = new Map<string, FormField>();
  for (const name of QUERY_NAMES) {
    const [text, ...others] = query.getAll(name);
    if (text === undefined) continue;
    if (others.length > 0) throw new FieldsInvalidError({ [name]: [`The ${name} parameter is given more than once.`] });
    fields.set(name, { text, isTruncated: false });
  }
  readListFields(fields);
  const { fault } = fields.has('name') ? readName(fields.get('name')) : { fault: null };
  if (fault !== null) throw new FieldsInvalidError({ name: [fault] });
  return fields;
}

/** What is said of a list that is the body itself: where it has no name, it is named after the time. */
function fieldsOf(
  query: ReadonlyMap<string, FormField>,
  now: number,
  encoding: string | null = null,
): Map<string, FormField> {
  const moment = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  return new Map([
    ['name', { text: `List of ${moment} UTC`, isTruncated: false }],
    ...(encoding === null ? [] : [['encoding', { text: encoding, isTruncated: false }] as const]),
    ...query,
  ]);
}

/** @throws FieldsInvalidError */
function linesFormat(fields: Map<string, FormField>): GivenList {
  const format = readListFields(fields);
  const errors: Record<string, string[]> = {};
  for (const field of ['column', 'sheet'] as const)
    if (format[field] !== null)
      errors[field] = [`The ${field} field is for lists with columns; a text/plain list has one address a line.`];
  if (Object.keys(errors).length > 0) throw new FieldsInvalidError(errors);
  const hasHeader = (fields.get('has_header')?.text.trim() ?? '') === '' ? null : format.hasHeader;
  return { ...format, read: (file) => readAddressLines(file, { encoding: format.encoding, hasHeader }) };
}
