import fc from 'fast-check';
import { AddressHasher } from './address-hasher';

const SECRET = 'a secret of the service, long enough';
const hasher = new AddressHasher({ JWT_SECRET: SECRET });
const ADDRESS = 'jane@owner.test';

it('is the same for the same, in every process', () => {
  expect(new AddressHasher({ JWT_SECRET: SECRET }).hash(1, ADDRESS)).toBe(hasher.hash(1, ADDRESS));
});

it('is another one for another address, organization or secret', () => {
  const hashes = [
    hasher.hash(1, ADDRESS),
    hasher.hash(2, ADDRESS),
    hasher.hash(1, `x${ADDRESS}`),
    hasher.hash(11, ADDRESS.slice(1)),
    new AddressHasher({ JWT_SECRET: `${SECRET}.` }).hash(1, ADDRESS),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('says nothing of the address, not even its length', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => /^[\w-]{22}$/.test(hasher.hash(1, address))));
});
