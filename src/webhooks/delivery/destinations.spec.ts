import { Destinations } from './destinations';

const strict = new Destinations({ WEBHOOK_ALLOW_CIDRS: [], WEBHOOK_ALLOW_HTTP: 'off' });
const lenient = new Destinations({ WEBHOOK_ALLOW_CIDRS: ['127.0.0.1/32', 'fd00::/8'], WEBHOOK_ALLOW_HTTP: 'on' });

it.each([
  'https://example.org/hooks?a=b',
  'https://example.org:8443/',
  'https://93.184.216.34/',
  'HTTPS://EXAMPLE.org',
])('takes %s', (url) => {
  expect(strict.faultOf(url)).toBeNull();
});

it.each([
  ['http://example.org/', /begins with https/],
  ['ftp://example.org/', /begins with https/],
  ['example.org', /begins with https/],
  ['', /begins with https/],
  ['https://user@example.org/', /no user/],
  ['https://:pw@example.org/', /no user/],
  ['https://example.org/a b', /no blanks/],
  ['https://example.org/\r\nX: y', /no blanks/],
  ['https://example.org/\n', /no blanks/],
  ['https://example.org/#part', /no #/],
  ['https://example.org:22/', /ports 443, 8443/],
  [`https://example.org/${'x'.repeat(2000)}`, /at most 2000/],
  ['https://127.0.0.1/', /inside of a network/],
  ['https://2130706433/', /inside of a network/],
  ['https://0x7f.1/', /inside of a network/],
  ['https://[::1]/', /inside of a network/],
  ['https://[::ffff:10.0.0.1]/', /inside of a network/],
  ['https://169.254.169.254/latest/meta-data', /inside of a network/],
])('takes no %s', (url, fault) => {
  expect(strict.faultOf(url)).toMatch(fault);
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '240.0.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '::127.0.0.1',
  'nonsense',
])('dials no %s', (address) => {
  expect(strict.permits(address, 443)).toBe(false);
});

it('dials public addresses at the usual ports alone', () => {
  const ports = [443, 8443, 80, 22, 8080];
  expect(ports.map((port) => strict.permits('93.184.216.34', port))).toEqual([true, true, false, false, false]);
  expect(ports.map((port) => lenient.permits('93.184.216.34', port))).toEqual([true, true, true, false, false]);
});

it('dials what the operator allows at any port, and nothing beside it', () => {
  expect(lenient.permits('127.0.0.1', 4711)).toBe(true);
  expect(lenient.permits('::ffff:127.0.0.1', 4711)).toBe(true);
  expect(lenient.permits('fd12::1', 4711)).toBe(true);
  expect(lenient.permits('127.0.0.2', 443)).toBe(false);
  expect([lenient.faultOf('http://127.0.0.1:4711/'), lenient.faultOf('http://hooks.test:4711/')]).toEqual([null, null]);
  expect(lenient.faultOf('http://127.0.0.2:4711/')).toMatch(/inside of a network/);
});
