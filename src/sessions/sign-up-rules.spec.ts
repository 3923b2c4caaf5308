import { readConfig } from '../config/env';
import { memoryRateLimiter } from '../rate-limit/rate-limiters';
import { SignUpRules } from './sign-up-rules';

const rules = (): SignUpRules =>
  new SignUpRules(
    { open: () => Promise.reject(new Error('no invitation is asked for here')) } as never,
    memoryRateLimiter(),
    { freeCredits: () => Promise.resolve(100) } as never,
    readConfig({ JWT_SECRET: 'k3J9vQx27TzLm0pWbYs8RfHdNc41Ge6U' }),
  );

const creditsOf = async (signUps: SignUpRules, address: string, times: number): Promise<number[]> => {
  const credits: number[] = [];
  for (let time = 0; time < times; time += 1) credits.push(await signUps.freeCredits(address));
  return credits;
};

describe('free credits at sign-up', () => {
  it('go to five accounts of a client in a day', async () => {
    const signUps = rules();
    expect(await creditsOf(signUps, '198.51.100.1', 7)).toEqual([100, 100, 100, 100, 100, 0, 0]);
    expect(await creditsOf(signUps, '198.51.100.2', 1)).toEqual([100]);
  });

  it('go to ten of an IPv6 /48', async () => {
    const signUps = rules();
    const all: number[] = [];
    for (let net = 1; net <= 12; net += 1) all.push(...(await creditsOf(signUps, `2001:db8:1:${net}::1`, 5)));
    expect(all).toEqual([...new Array<number>(10).fill(100), ...new Array<number>(50).fill(0)]);
  });

  it('this machine is a hundred clients, since a proxy on it may be asking for many', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const given = await creditsOf(rules(), address, 501);
      expect(given.filter((credits) => credits === 100)).toHaveLength(500);
    }
  });
});
