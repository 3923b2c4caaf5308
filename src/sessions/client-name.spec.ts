import { clientName } from './client-name';

describe('the name of a client', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1',
      'Safari on iOS',
    ],
    ['curl/8.9.1', 'curl'],
    [undefined, 'unknown'],
    ['', 'unknown'],
    ['node', 'node'],
    [`x${'y'.repeat(500)}`, `x${'y'.repeat(59)}`],
  ])('%s', (userAgent, name) => {
    expect(clientName(userAgent)).toBe(name);
  });
});
