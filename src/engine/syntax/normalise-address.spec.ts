import fc from 'fast-check';
import { normaliseAddress } from './normalise-address';
import { parseAddress } from './parse-address';
import { runs } from '../../../test/support/runs';

function slowly(input: string): string | null {
  const parsed = parseAddress(input);
  return parsed.ok ? parsed.address.normalised : null;
}

const label = (length: number): string => 'b'.repeat(length);

describe('normaliseAddress', () => {
  it.each([
    ['User.Name+tag@Example.COM', 'user.name+tag@example.com'],
    [' \tuser@example.com ', 'user@example.com'],
    ['"john"@example.com', 'john@example.com'],
    ['user@b\u00fccher.example', 'user@xn--bcher-kva.example'],
    ['user@[192.0.2.1]', 'user@[192.0.2.1]'],
    ['a..b@example.com', null],
    ['Jane <jane@example.com>', null],
    ['user@example.com\n', null],
    ['user@1.2.3.4', null],
    ['', null],
  ])('makes %j into %j', (input, normalised) => {
    expect(normaliseAddress(input)).toBe(normalised);
  });

  it.each([
    'user@xn--bcher-kva.example',
    'user@xn--a.example',
    'user@XN--A.example',
    'xn--a@example.com',
    'user@ab--cd.com',
    'user@example.c',
    'user@example.c0m',
    'user@-a.com',
    'user@a-.com',
    'user@\u212aelvin.com',
    '\u212a@example.com',
    `${'a'.repeat(64)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
    `a@${label(63)}.com`,
    `a@${label(64)}.com`,
    `a@example.${label(63)}`,
    `a@example.${label(64)}`,
    ...[253, 254, 255].map((length) => `${'a'.repeat(length - 248)}@${`${label(60)}.`.repeat(4)}com`),
    'a@b@example.com',
    'a'.repeat(1025),
  ])('agrees with parseAddress about %s', (input) => {
    expect(normaliseAddress(input)).toBe(slowly(input));
  });

  it('agrees with parseAddress about texts that are nearly addresses', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '0',
      '.',
      '-',
      '@',
      '"',
      '\\',
      ' ',
      '\t',
      '\n',
      '[',
      'xn--',
      '\u00e4',
      'com',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', '@b.com', '@x.y', '.c'), (pieces, end) => {
        const input = pieces.join('') + end;
        expect(normaliseAddress(input)).toBe(slowly(input));
      }),
      { numRuns: runs(2000) },
    );
  });
});
