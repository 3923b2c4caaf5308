import fc from 'fast-check';
import { FairSemaphore } from './fair-semaphore';
import type { Flow, ShareLimits } from './fair-shares';
import { runs } from '../../../test/support/runs';

const flow = (organizationId: number, batchId: number): Flow => ({ organizationId, batchId });

describe('FairSemaphore', () => {
  /** Acquires, notes it, and releases in the next turn. */
  function user(semaphore: FairSemaphore, order: string[]) {
    return async (who: Flow, name: string): Promise<void> => {
      await semaphore.acquire(who);
      order.push(name);
      await Promise.resolve();
      semaphore.release(who);
    };
  }

  it('serves organizations by turns, however many batches and waiters of one came first', async () => {
    const order: string[] = [];
    const visit = user(new FairSemaphore(1), order);
    await Promise.all([
      visit(flow(1, 1), 'a1'),
      visit(flow(1, 1), 'a2'),
      visit(flow(1, 1), 'a3'),
      visit(flow(1, 2), 'b1'),
      visit(flow(1, 2), 'b2'),
      visit(flow(2, 3), 'c1'),
      visit(flow(2, 3), 'c2'),
      visit(flow(3, 4), 'd1'),
    ]);
    expect(order).toEqual(['a1', 'c1', 'd1', 'b1', 'c2', 'a2', 'b2', 'a3']);
  });

  it('holds no more than its capacity, and is free again when all have released', async () => {
    const semaphore = new FairSemaphore(3);
    let inside = 0;
    let most = 0;
    const visit = async (who: Flow): Promise<void> => {
      await semaphore.acquire(who);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      semaphore.release(who);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(flow(index % 2, index % 4))));
    await Promise.all(Array.from({ length: 3 }, () => visit(flow(9, 9))));
    expect(most).toBe(3);
    expect(inside).toBe(0);
  });

  it('keeps permits free of one organization, however many of it wait, for those who come later', async () => {
    const semaphore = new FairSemaphore(60, { organization: 5, batch: 4 });
    let inside = 0;
    for (let visit = 0; visit < 100; visit += 1) {
      void semaphore.acquire(flow(1, visit % 50)).then(() => (inside += 1));
    }
    await Promise.resolve();
    expect(inside).toBe(50);
    expect(await semaphore.acquire(flow(2, 60))).toBe(true);
  });

  it('lets nobody in who has gone, and lets go of his place in the line', async () => {
    const semaphore = new FairSemaphore(1);
    await semaphore.acquire(flow(1, 1));
    const leaving = new AbortController();
    const goes = semaphore.acquire(flow(2, 2), leaving.signal);
    const stays = semaphore.acquire(flow(2, 2));
    leaving.abort();
    expect(await goes).toBe(false);
    expect(await semaphore.acquire(flow(2, 2), leaving.signal)).toBe(false);
    semaphore.release(flow(1, 1));
    expect(await stays).toBe(true);
  });

  it('never lets anybody in while one waits who was served longer ago and may come in', async () => {
    const visits = fc.array(
      fc.record({
        organization: fc.integer({ min: 1, max: 5 }),
        batch: fc.integer({ min: 0, max: 3 }),
        leaves: fc.nat(3),
      }),
      { minLength: 1, maxLength: 120 },
    );
    const limits = fc.constantFrom<ShareLimits | undefined>(undefined, { organization: 2, batch: 1 });
    await fc.assert(
      fc.asyncProperty(visits, fc.integer({ min: 1, max: 8 }), limits, async (loads, capacity, shares) => {
        const semaphore = new FairSemaphore(capacity, shares);
        const waiting = new Map<number, Flow>();
        const inside: Flow[] = [];
        const servedAt = new Map<string, number>();
        const mayCome = ({ organizationId, batchId }: Flow): boolean => {
          const free = capacity - inside.length;
          const ofOrganization = inside.filter((who) => who.organizationId === organizationId).length;
          const ofBatch = inside.filter((who) => who.batchId === batchId).length;
          return (
            free > 0 &&
            ofOrganization < (shares?.organization ?? Infinity) * free &&
            ofBatch < (shares?.batch ?? Infinity) * free
          );
        };
        const when = ({ organizationId, batchId }: Flow): [number, number] => [
          servedAt.get(`o${organizationId}`) ?? 0,
          servedAt.get(`b${batchId}`) ?? 0,
        ];
        let served = 0;
        const enters = (id: number, who: Flow): void => {
          for (const other of waiting.values()) {
            const [organization, batch] = when(who);
            const [otherOrganization, otherBatch] = when(other);
            const isLonger =
              otherOrganization < organization || (otherOrganization === organization && otherBatch < batch);
            expect(isLonger && mayCome(other)).toBe(false);
          }
          waiting.delete(id);
          inside.push(who);
          served += 1;
          servedAt.set(`o${who.organizationId}`, served);
          servedAt.set(`b${who.batchId}`, served);
        };
        const settle = (): Promise<void> => new Promise(setImmediate);
        for (const [id, { organization, batch, leaves }] of loads.entries()) {
          const who = flow(organization, organization * 10 + batch);
          waiting.set(id, who);
          void semaphore.acquire(who).then(() => {
            enters(id, who);
          });
          await settle();
          for (let left = 0; left < leaves && inside.length > 0; left += 1) {
            semaphore.release(inside.shift() ?? who);
            await settle();
          }
        }
        while (inside.length > 0) {
          const [who] = inside.splice(0, 1);
          if (who !== undefined) semaphore.release(who);
          await settle();
        }
        expect(waiting.size).toBe(0);
      }),
      { numRuns: runs(60) },
    );
  });
});
