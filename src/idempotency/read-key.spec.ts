import { readKey } from './read-key';

describe('readKey', () => {
  it.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [' a ', 'a'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b\\c', 'a"b\\c'],
    ['x'.repeat(255), 'x'.repeat(255)],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['~!;=', '~!;='],
  ])('takes %p', (header, key) => {
    expect(readKey(header)).toBe(key);
  });

  it.each(['', ' ', '""', '"', '"a', '"a"b', '"a";p=1', '"a\\b"', 'a b', '"a b"', 'a\tb', 'ä', '"ä"', 'x'.repeat(256)])(
    'refuses %p with a sentence',
    (header) => {
      expect(() => readKey(header)).toThrow(/^The Idempotency-Key must be 1 to 255 visible ASCII characters/);
    },
  );
});
