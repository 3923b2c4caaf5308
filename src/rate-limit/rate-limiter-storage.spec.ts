import { RateLimiterStorage } from './rate-limiter-storage';
import { memoryRateLimiter } from './rate-limiters';

describe('RateLimiterStorage', () => {
  it('counts hits of a key up to the limit, and then says that it is blocked until the window ends', async () => {
    const storage = new RateLimiterStorage(memoryRateLimiter());
    const hit = (key: string) => storage.increment(key, 60_000, 2);
    expect(await hit('one')).toEqual({ totalHits: 1, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 });
    expect(await hit('one')).toMatchObject({ totalHits: 2, isBlocked: false });
    expect(await hit('one')).toMatchObject({ totalHits: 3, isBlocked: true, timeToBlockExpire: 60 });
    expect(await hit('other')).toMatchObject({ totalHits: 1, isBlocked: false });
  });
});
