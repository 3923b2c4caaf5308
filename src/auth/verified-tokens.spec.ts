import { VerifiedTokens } from './verified-tokens';

describe('VerifiedTokens', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('remembers what a text vouches for until it expires, and nothing of other texts', () => {
    jest.useFakeTimers({ now: 1000 });
    const verified = new VerifiedTokens();
    const claims = { tokenId: 'one', accountId: 1, permissions: new Set<never>(), isTest: false, expiresAt: 2000 };
    verified.add('text', claims);
    expect(verified.find('text')).toBe(claims);
    expect(verified.find('texu')).toBeNull();
    jest.setSystemTime(2000);
    expect(verified.find('text')).toBeNull();
  });
});
