import { FieldsInvalidError } from '../../common/fields-invalid.error';
import { ENCODING_NAMES, readListFields } from './list-fields';

const read = (fields: Record<string, string>) =>
  readListFields(
    new Map(Object.entries(fields).map(([name, text]) => [name, { text, isTruncated: text.length > 4096 }])),
  );

function errorsOf(fields: Record<string, string>): Record<string, string[]> {
  try {
    read(fields);
  } catch (error) {
    if (error instanceof FieldsInvalidError) return error.errors;
    throw error;
  }
  return {};
}

describe('readListFields', () => {
  it('takes a form that says nothing for a plain list', () => {
    expect(read({})).toEqual({ column: null, hasHeader: true, encoding: null, sheet: null });
    expect(read({ column: ' ', has_header: '', encoding: 'auto' })).toEqual(read({}));
  });

  it('reads what is said, in any case', () => {
    expect(read({ column: ' E-Mail ', has_header: 'TRUE', encoding: 'UTF-16LE', sheet: 'Kunden' })).toEqual({
      column: 'E-Mail',
      hasHeader: true,
      encoding: 'utf-16le',
      sheet: 'Kunden',
    });
    expect(read({ column: '12', has_header: '0' })).toMatchObject({ column: '12', hasHeader: false });
  });

  it('reads Latin-1 as Windows-1252, which holds it', () => {
    expect(read({ encoding: 'ISO-8859-1' }).encoding).toBe('windows-1252');
    expect(ENCODING_NAMES).toEqual(['auto', 'utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-1']);
  });

  it.each([
    [{ has_header: 'maybe' }, ['has_header']],
    [{ encoding: 'koi8-r', has_header: 'no' }, ['has_header', 'encoding']],
    [{ encoding: 'constructor' }, ['encoding']],
    [{ has_header: 'false', column: 'E-Mail' }, ['column']],
    [{ has_header: 'false', column: '0' }, ['column']],
    [{ column: 'x'.repeat(1001), sheet: 'x'.repeat(5000) }, ['sheet', 'column']],
  ])('refuses %j by field', (fields, names) => {
    const errors = errorsOf(fields);
    expect(Object.keys(errors)).toEqual(names);
    for (const [sentence] of Object.values(errors)) expect(sentence).toMatch(/^The \w+ field must .+\.$/);
  });
});
