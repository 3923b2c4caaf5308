import { Semaphore } from './semaphore';

describe('Semaphore', () => {
  const never = (): AbortSignal => new AbortController().signal;

  it('admits no more than there are places, in the order of arrival', async () => {
    const inFlight = new Semaphore(2);
    const order: number[] = [];
    const enter = async (id: number): Promise<void> => {
      await inFlight.acquire(never());
      order.push(id);
    };
    await Promise.all([enter(1), enter(2)]);
    const rest = [enter(3), enter(4)];
    await new Promise(setImmediate);
    expect(order).toEqual([1, 2]);
    inFlight.release();
    inFlight.release();
    await Promise.all(rest);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('passes over those that left', async () => {
    const inFlight = new Semaphore(1);
    await inFlight.acquire(never());
    const impatient = new AbortController();
    const left = inFlight.acquire(impatient.signal);
    const stayed = inFlight.acquire(never());
    impatient.abort();
    await expect(left).resolves.toBe(false);
    inFlight.release();
    await expect(stayed).resolves.toBe(true);
    await expect(inFlight.acquire(AbortSignal.abort())).resolves.toBe(false);
  });

  it('serves a long line to the end', async () => {
    const inFlight = new Semaphore(3);
    let inside = 0;
    let most = 0;
    const visits = Array.from({ length: 5_000 }, async () => {
      await inFlight.acquire(never());
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      inFlight.release();
    });
    await Promise.all(visits);
    expect(most).toBe(3);
    expect(inside).toBe(0);
  });
});
