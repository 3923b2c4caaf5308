import { documentFieldErrors, namesFields, type Described } from './field-errors';

const FIELDS = { $ref: '#/components/schemas/FieldErrorsBody' };
const OTHER = { $ref: '#/components/schemas/ErrorMessageBody' };
const json = (schema: object) => ({ 'application/json': { schema } });

describe('what a route says of 422', () => {
  const documented = (given?: Described): Described | undefined => {
    const responses = given === undefined ? {} : { '422': given };
    documentFieldErrors(responses, 'a field is missing.');
    return (responses as Record<string, Described>)['422'];
  };

  it('is that of fields alone where it says nothing itself', () => {
    expect(documented()).toEqual({ description: 'A field is missing.', content: json(FIELDS) });
  });

  it('stays, with that of fields beside it', () => {
    expect(documented({ description: 'It is off.', content: json(OTHER), headers: { 'Retry-After': {} } })).toEqual({
      description: 'It is off. Or a field is missing.',
      content: json({ anyOf: [FIELDS, OTHER] }),
      headers: { 'Retry-After': {} },
    });
  });

  it.each([FIELDS, { anyOf: [OTHER, FIELDS], example: { error: 'x' } }])('is not said twice: %j', (schema) => {
    expect(documented({ description: 'No.', content: json(schema) })?.content).toEqual(json(schema));
  });

  it.each<[Described | undefined, boolean]>([
    [undefined, false],
    [{}, false],
    [{ content: json(OTHER) }, false],
    [{ content: json({ anyOf: [OTHER, FIELDS] }) }, true],
  ])('tells whether fields are named: %j', (response, names) => {
    expect(namesFields(response)).toBe(names);
  });
});
