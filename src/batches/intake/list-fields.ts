import { FieldsInvalidError } from '../../common/fields-invalid.error';
import type { Encoding, ListFormat } from './csv';
import type { FormField } from './form-field';

/** Fields that say how the file is to be read. They come before it in the form, since it is read as it comes in. */
export const LIST_FIELDS = ['column', 'has_header', 'encoding', 'sheet'] as const;

/** What a caller may name an encoding, and what is read. Latin-1 that holds 0x80 to 0x9F is Windows-1252 (WHATWG Encoding). */
const ENCODINGS: Readonly<Record<string, Encoding | null>> = {
  auto: null,
  'utf-8': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1252': 'windows-1252',
  'iso-8859-1': 'windows-1252',
};
export const ENCODING_NAMES = Object.keys(ENCODINGS);
const FLAGS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };
const LONGEST_NAME = 1000;

/**
 * How the file of a form is to be read. Fields that are left out or blank say nothing.
 * @throws FieldsInvalidError
 */
export function readListFields(fields: ReadonlyMap<string, FormField>): ListFormat {
  const given = (name: (typeof LIST_FIELDS)[number]): string => fields.get(name)?.text.trim() ?? '';
  const errors: Record<string, string[]> = {};
  const hasHeader = given('has_header') === '' ? true : own(FLAGS, given('has_header').toLowerCase());
  if (hasHeader === undefined) errors['has_header'] = ['The has_header field must be true or false.'];
  const encoding = given('encoding') === '' ? null : own(ENCODINGS, given('encoding').toLowerCase());
  if (encoding === undefined) errors['encoding'] = [`The encoding field must be one of ${ENCODING_NAMES.join(', ')}.`];
  const column = given('column') === '' ? null : given('column');
  const sheet = given('sheet') === '' ? null : given('sheet');
  if (sheet !== null && sheet.length > LONGEST_NAME)
    errors['sheet'] = [`The sheet field must not be greater than ${LONGEST_NAME} characters.`];
  if (column !== null && (fields.get('column')?.isTruncated === true || column.length > LONGEST_NAME))
    errors['column'] = [`The column field must not be greater than ${LONGEST_NAME} characters.`];
  else if (column !== null && hasHeader === false && !/^[1-9]\d{0,3}$/.test(column))
    errors['column'] = ['The column field must be the number of a column, from 1, when has_header is false.'];
  if (hasHeader === undefined || encoding === undefined || Object.keys(errors).length > 0)
    throw new FieldsInvalidError(errors);
  return { column, hasHeader, encoding, sheet };
}

/** @param field that came behind the file */
export function cameTooLate(field: string): FieldsInvalidError {
  return new FieldsInvalidError({
    [field]: [`The ${field} field must come before the file in the form: the list is read as it comes in.`],
  });
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
