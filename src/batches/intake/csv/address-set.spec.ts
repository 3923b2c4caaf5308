import fc from 'fast-check';
import { AddressSet } from './address-set';

describe('AddressSet', () => {
  it('answers as a Set does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 3, unit: 'binary' }), { maxLength: 300 }),
        fc.integer(),
        (keys, seed) => {
          const addresses = new AddressSet(seed);
          const reference = new Set<string>();
          for (const key of keys) {
            expect(addresses.addIfNew(key)).toBe(!reference.has(key));
            reference.add(key);
          }
          expect(addresses.size).toBe(reference.size);
        },
      ),
    );
  });

  it('tells keys apart that differ little: order, length, one bit, trailing NULs', () => {
    const addresses = new AddressSet(1);
    const keys = [
      '',
      '\0',
      '\0\0',
      'a',
      'a\0',
      'ab',
      'ba',
      'abab',
      'baba',
      'abba',
      'aabb',
      'a@b.co',
      'a@c.co',
      '\u0100a',
      'a\u0100',
    ];
    expect(keys.filter((key) => addresses.addIfNew(key))).toEqual(keys);
    expect(keys.filter((key) => addresses.addIfNew(key))).toEqual([]);
  });

  it('takes 200,000 addresses for as many, whatever the seed, in at most 21 bytes each', () => {
    for (const seed of [0, 0xffffffff, 12345]) {
      const addresses = new AddressSet(seed);
      for (let i = 0; i < 200_000; i++) addresses.addIfNew(`user${i}@example.com`);
      expect(addresses.size).toBe(200_000);
      expect(addresses.bytes).toBeLessThan(200_000 * 21);
      expect(addresses.addIfNew('user199999@example.com')).toBe(false);
    }
  });

  it('costs little for a short list', () => {
    const addresses = new AddressSet();
    for (let i = 0; i < 20; i++) addresses.addIfNew(`user${i}@example.com`);
    expect(addresses.bytes).toBeLessThan(10_000);
  });
});
