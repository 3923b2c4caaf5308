import { canonicalName, isHostName } from './dns-name';

describe('canonicalName', () => {
  it('folds case and takes the trailing dot away', () => {
    expect(canonicalName('MX1.Example.COM.')).toBe('mx1.example.com');
    expect(canonicalName('.')).toBe('');
  });
});

describe('isHostName', () => {
  it.each([
    'a.b',
    'mx-1.example.com',
    'xn--mller-kva.de',
    '_spf.example.com',
    `${'a'.repeat(63)}.test`,
    '1.2.3.example',
  ])('takes %s', (name) => {
    expect(isHostName(name)).toBe(true);
  });

  it.each([
    '',
    '.',
    'localhost',
    'com',
    '127.0.0.1',
    '1.2',
    '::1',
    '[127.0.0.1]',
    'a..b',
    '.a.b',
    'a.b.',
    'a b.test',
    'a\0.test',
    'müller.de',
    'A.test',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(130)}test`,
  ])('refuses %p', (name) => {
    expect(isHostName(name)).toBe(false);
  });
});
