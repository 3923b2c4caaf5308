import { createRealEngine } from './real-engine';

describe('what the engine says of malformed addresses', () => {
  const engine = createRealEngine({
    dnsServers: [{ address: '127.0.0.1', port: 9 }],
    allowCidrs: [],
    smtp: null,
    socksProxy: null,
    slots: null,
    deadlineMs: { single: 1_000, batch: 1_000 },
    lists: {},
  });

  afterAll(() => engine.close());

  it.each([
    ['Joe <joe@gmial.com>', 'joe@gmail.com'],
    ['joe@gmial.com.', 'joe@gmail.com'],
    ['joe＠gmial.com', 'joe@gmail.com'],
    ['joe@gmial,com', 'joe@gmail.com'],
    ['joe@gmail', 'joe@gmail.com'],
    ['joe@gmailcom', 'joe@gmail.com'],
    ['Joe <joe@company.com>', 'joe@company.com'],
    ['joe@localhost', null],
  ])('%s: was %s meant?', (input, didYouMean) => {
    const parsed = engine.parse(input);
    expect(parsed.ok ? 'well-formed' : parsed.fault.didYouMean).toBe(didYouMean);
  });
});
