import { createNetworkEngine } from './network-engine';

describe('what the engine says of malformed addresses', () => {
  const engine = createNetworkEngine({
    dnsServers: [{ address: '127.0.0.1', port: 9 }],
    allowCidrs: [],
    smtp: null,
    socksProxy: null,
    slots: null,
    deadlineMs: { single: 1_000, batch: 1_000 },
    lists: {},
  });

  afterAll(() => engine.close());

  it('describes an address by its looks and the lists, and asks nobody', () => {
    const described = engine.describe(' Info@company.com ');
    expect(described).toMatchObject({
      email: 'Info@company.com',
      normalised: 'info@company.com',
      status: 'unknown',
      mxFound: false,
      smtpValid: null,
      isRoleAccount: true,
      isDisposable: false,
    });
    expect(engine.describe('joe@@company.com')).toMatchObject({ status: 'invalid', normalised: null });
    expect(engine.stats().dnsQueries).toBe(0);
  });

  it.each([
    ['Joe <joe@gmial.com>', 'joe@gmail.com'],
    ['joe@gmial.com.', 'joe@gmail.com'],
    ['joe＠gmial.com', 'joe@gmail.com'],
    ['joe@gmial,com', 'joe@gmail.com'],
    ['joe@gmail', 'joe@gmail.com'],
    ['joe@gmailcom', 'joe@gmail.com'],
    ['Joe <joe@company.com>', 'joe@company.com'],
    ['joe@localhost', null],
    ['joe@gmx', 'joe@gmx.net'],
    ['joe@web', 'joe@web.de'],
    ['joe@company', null],
    ['joe@@gmail.com', 'joe@gmail.com'],
    ['joe@@@gmial.com', 'joe@gmail.com'],
    ['joe@@company.com', 'joe@company.com'],
    ['a@b@gmail.com', null],
    ['joe.@gmail.com', 'joe@gmail.com'],
    ['joe.@gmial.com', 'joe@gmail.com'],
    ['.joe..doe@gmial.com', 'joe.doe@gmail.com'],
    ['joe.@docomo.ne.jp', null],
    ['..@gmail.com', null],
  ])('%s: was %s meant?', (input, didYouMean) => {
    const parsed = engine.parse(input);
    expect(parsed.ok ? 'well-formed' : parsed.fault.didYouMean).toBe(didYouMean);
  });
});
