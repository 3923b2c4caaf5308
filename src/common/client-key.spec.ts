import { clientKey, clientSiteKey } from './client-key';

describe('clientKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
  ])('counts %s as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it.each([undefined, '', 'unknown', '2001:db8::1, 192.0.2.1', '1.2.3.4:80'])(
    'gives %p the key that all such share',
    (address) => {
      expect(clientKey(address)).toBe('nowhere');
    },
  );

  it('is one for every address of a /64', () => {
    const keys = Array.from({ length: 70 }, (_, host) => clientKey(`2001:db8:1:2::${host.toString(16)}`));
    expect(new Set(keys).size).toBe(1);
  });
});

describe('clientSiteKey', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
    ['192.0.2.7', null],
    ['::ffff:192.0.2.7', null],
    [undefined, null],
  ])('counts %s as %s', (address, key) => {
    expect(clientSiteKey(address)).toBe(key);
  });
});
