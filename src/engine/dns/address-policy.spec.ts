import { AddressPolicy } from './address-policy';

describe('AddressPolicy', () => {
  const policy = new AddressPolicy({ allowCidrs: [] });

  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2001:4860:4860::8888', '2a00::1'])(
    'permits the public address %s',
    (address) => {
      expect(policy.permits(address)).toBe(true);
    },
  );

  it('unmaps an IPv4 address in IPv6 clothes', () => {
    expect(policy.permits('::ffff:8.8.8.8')).toBe(true);
    expect(policy.permits('::ffff:808:808')).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT, cloud metadata', '100.100.100.200'],
    ['protocol assignments, cloud metadata', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarking', '198.18.0.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['cloud host behind a public-looking address', '168.63.129.16'],
    ['the same, mapped', '::ffff:168.63.129.16'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['unique local', 'fc00::1'],
    ['unique local, cloud metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped private', '::ffff:10.0.0.1'],
    ['mapped private in hexadecimal', '::ffff:a00:1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['compatible loopback', '::127.0.0.1'],
    ['translated', '::ffff:0:10.0.0.1'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['NAT64', '64:ff9b::808:808'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['not yet assigned', '4000::1'],
  ])('forbids %s: %s', (_range, address) => {
    expect(policy.permits(address)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '2130706433',
    '8.8.8.8:25',
    '2a00::1%eth0',
    '8.8.8.8 ',
  ])('forbids %p, which is no address as we write it', (text) => {
    expect(policy.permits(text)).toBe(false);
  });

  it('permits what the operator allows, and no more', () => {
    const local = new AddressPolicy({ allowCidrs: ['127.0.0.1/32', '10.1.0.0/16', 'fd00::/8', '192.168.7.7'] });
    expect(local.permits('127.0.0.1')).toBe(true);
    expect(local.permits('::ffff:127.0.0.1')).toBe(true);
    expect(local.permits('10.1.255.255')).toBe(true);
    expect(local.permits('fd12::1')).toBe(true);
    expect(local.permits('192.168.7.7')).toBe(true);
    expect(local.permits('127.0.0.9')).toBe(false);
    expect(local.permits('10.2.0.0')).toBe(false);
    expect(local.permits('192.168.7.8')).toBe(false);
    expect(local.permits('::1')).toBe(false);
  });

  it('forbids what the operator denies, allowed or public', () => {
    const wary = new AddressPolicy({ allowCidrs: ['0.0.0.0/0'], denyCidrs: ['8.8.8.0/24', '2a00::/16'] });
    expect(wary.permits('8.8.8.8')).toBe(false);
    expect(wary.permits('2a00::1')).toBe(false);
    expect(wary.permits('168.63.129.16')).toBe(false);
    expect(wary.permits('10.0.0.1')).toBe(true);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', '10/8', 'everything', '10.0.0.0/8/8', '10.0.0.0/', ''])(
    'refuses the block %p with a sentence that names it',
    (block) => {
      expect(() => new AddressPolicy({ allowCidrs: [block] })).toThrow(`"${block}" is no CIDR block`);
    },
  );
});
