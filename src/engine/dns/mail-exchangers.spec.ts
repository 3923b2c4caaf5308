import type { Random } from '../ports';
import { mxSetKey, selectMailExchangers } from './mail-exchangers';

/** Always the first of those that are left, or always the last. */
const first: Random = { integer: () => 0 };
const last: Random = { integer: (max) => max - 1 };

const names = (records: [number, string][], random = first): string[] =>
  selectMailExchangers(
    records.map(([preference, exchange]) => ({ preference, exchange })),
    random,
  ).exchangers.map(({ name }) => name);

describe('selectMailExchangers', () => {
  it('sorts by preference', () => {
    expect(
      names([
        [30, 'c.test'],
        [5, 'a.test'],
        [10, 'b.test'],
      ]),
    ).toEqual(['a.test', 'b.test', 'c.test']);
  });

  it('takes equals in random order', () => {
    const records: [number, string][] = [
      [10, 'a.test'],
      [10, 'b.test'],
      [20, 'c.test'],
      [10, 'd.test'],
    ];
    expect(names(records, first)).toEqual(['a.test', 'b.test', 'd.test', 'c.test']);
    expect(names(records, last)).toEqual(['d.test', 'b.test', 'a.test', 'c.test']);
  });

  it('takes a host that is named twice once, by its better preference', () => {
    expect(
      names([
        [20, 'a.test'],
        [15, 'b.test'],
        [10, 'a.test'],
      ]),
    ).toEqual(['a.test', 'b.test']);
  });

  it.each<[string, [number, string][], object]>([
    ['a null MX', [[0, '']], { exchangers: [], ifNone: 'null_mx' }],
    ['a null MX with a preference', [[10, '']], { exchangers: [], ifNone: 'null_mx' }],
    [
      'a null MX twice',
      [
        [0, ''],
        [5, ''],
      ],
      { exchangers: [], ifNone: 'null_mx' },
    ],
    [
      'a null MX beside a real one',
      [
        [0, ''],
        [5, 'a.test'],
      ],
      { exchangers: [{ name: 'a.test', preference: 5 }] },
    ],
    ['an IPv4 address as text', [[0, '127.0.0.1']], { exchangers: [], ifNone: 'unroutable' }],
    ['an IPv6 address as text', [[0, '::1']], { exchangers: [], ifNone: 'unroutable' }],
    ['localhost', [[0, 'localhost']], { exchangers: [], ifNone: 'unroutable' }],
    ['a name in localhost', [[0, 'mx.localhost']], { exchangers: [], ifNone: 'unroutable' }],
    ['a single label', [[0, 'mail']], { exchangers: [], ifNone: 'no_usable_hosts' }],
    ['what is no name', [[0, 'a b.test']], { exchangers: [], ifNone: 'no_usable_hosts' }],
    [
      'an address beside a host',
      [
        [0, '127.0.0.1'],
        [5, 'a.test'],
      ],
      { exchangers: [{ name: 'a.test', preference: 5 }] },
    ],
  ])('handles %s', (_what, records, expected) => {
    const input = records.map(([preference, exchange]) => ({ preference, exchange }));
    expect(selectMailExchangers(input, first)).toMatchObject(expected);
  });
});

describe('mxSetKey', () => {
  it('is the same for the same set, in any order, and another for another set or domain', () => {
    const key = mxSetKey('a.test', ['x.test', 'y.test']);
    expect(mxSetKey('a.test', ['y.test', 'x.test', 'y.test'])).toBe(key);
    expect(mxSetKey('a.test', ['x.test'])).not.toBe(key);
    expect(mxSetKey('b.test', ['x.test', 'y.test'])).not.toBe(key);
  });

  it('does not grow with the number of hosts', () => {
    const many = Array.from({ length: 64 }, (_, i) => `a-rather-long-name-of-a-mail-host-${i}.example.test`);
    expect(mxSetKey('a.test', many).length).toBe(mxSetKey('a.test', []).length);
  });
});
