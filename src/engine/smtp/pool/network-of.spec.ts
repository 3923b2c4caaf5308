import { networkOf } from './network-of';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2'],
    ['192.0.2.255', '192.0.2'],
    ['192.0.20.1', '192.0.20'],
    ['127.0.0.1', '127.0.0'],
    ['::ffff:192.0.2.7', '192.0.2'],
    ['::ffff:c000:207', '192.0.2'],
    ['2001:db8:1::1', '2001:db8:1'],
    ['2001:0DB8:0001:ffff::2', '2001:db8:1'],
    ['2001:db8:2::1', '2001:db8:2'],
    ['2001:db8::1', '2001:db8:0'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
