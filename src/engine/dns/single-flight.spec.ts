import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { SingleFlight } from './single-flight';

describe('SingleFlight', () => {
  it('lets one leave without harm to the others', async () => {
    let aborted = false;
    const work = new SingleFlight(
      async (signal) => {
        signal.addEventListener('abort', () => (aborted = true));
        await setTimeout(20);
        return 'done';
      },
      () => undefined,
    );
    const leaver = new AbortController();
    const left = work.join(leaver.signal);
    const stayed = work.join(undefined);
    const reason = new Error('enough');
    leaver.abort(reason);
    await expect(left).rejects.toBe(reason);
    await expect(stayed).resolves.toBe('done');
    expect(aborted).toBe(false);
  });

  it('ends the work when the last has left', async () => {
    const ended = jest.fn();
    const abandoned = jest.fn();
    const work = new SingleFlight(async (signal) => {
      signal.addEventListener('abort', ended);
      await setTimeout(20);
    }, abandoned);
    const leavers = [new AbortController(), new AbortController()];
    const joined = leavers.map((leaver) => work.join(leaver.signal));
    leavers[0]!.abort(new Error('one'));
    await expect(joined[0]).rejects.toThrow('one');
    expect(ended).not.toHaveBeenCalled();
    leavers[1]!.abort(new Error('two'));
    await expect(joined[1]).rejects.toThrow('two');
    expect(abandoned).toHaveBeenCalledTimes(1);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('leaves no listener on a signal that hundreds waited on', async () => {
    const work = new SingleFlight(
      () => setTimeout(20, 'done'),
      () => undefined,
    );
    const { signal } = new AbortController();
    const results = await Promise.all(Array.from({ length: 500 }, () => work.join(signal)));
    expect(new Set(results)).toEqual(new Set(['done']));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
