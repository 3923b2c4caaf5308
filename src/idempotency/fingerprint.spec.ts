import { fingerprint } from './fingerprint';

describe('fingerprint', () => {
  it('is the same whatever the order of names, at every level', () => {
    const one = fingerprint({ a: 1, b: { c: [1, { x: 1, y: 2 }], d: null } });
    const other = fingerprint({ b: { d: null, c: [1, { y: 2, x: 1 }] }, a: 1 });
    expect(one).toBe(other);
    expect(one).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: [] }, { a: {} }],
    [{ a: [['b', 1]] }, { a: { b: 1 } }],
    [{ a: 1 }, { a: 1, b: null }],
    [[1, 2], [[1, 2]]],
  ])('tells %j from %j', (one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });

  it('takes what nobody gave for what was left out', () => {
    expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
  });

  it('costs no stack, however deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(fingerprint(deep)).toMatch(/^[\w-]{43}$/);
  });
});
