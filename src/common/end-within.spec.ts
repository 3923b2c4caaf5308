import { getEventListeners, once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { endWithin } from './end-within';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const aborted = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await once(signal, 'abort');
  return signal.reason;
};

describe('endWithin', () => {
  it('aborts after the time, also when garbage is collected meanwhile', async () => {
    const other = new AbortController();
    const reason = endWithin(100, other.signal, aborted);
    for (let times = 0; times < 3; times += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(await reason).toMatchObject({ name: 'TimeoutError' });
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });

  it('aborts with the other signal, for its reason, also when that was first', async () => {
    const other = new AbortController();
    const reason = endWithin(60_000, other.signal, aborted);
    const enough = new Error('enough');
    other.abort(enough);
    expect(await reason).toBe(enough);
    expect(await endWithin(60_000, other.signal, aborted)).toBe(enough);
  });

  it('returns what the work returns, or rejects as it does', async () => {
    expect(await endWithin(60_000, undefined, () => Promise.resolve('done'))).toBe('done');
    await expect(endWithin(60_000, undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
