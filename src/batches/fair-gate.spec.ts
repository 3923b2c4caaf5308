import { FairGate } from './fair-gate';

describe('FairGate', () => {
  it('lets parties in by turns, however many of one party came first', async () => {
    const gate = new FairGate(1);
    const order: string[] = [];
    const visit = async (party: number, name: string): Promise<void> => {
      await gate.enter(party);
      order.push(name);
      await Promise.resolve();
      gate.leave();
    };
    await Promise.all([
      visit(1, 'a1'),
      visit(1, 'a2'),
      visit(1, 'a3'),
      visit(1, 'a4'),
      visit(2, 'b1'),
      visit(2, 'b2'),
      visit(3, 'c1'),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('holds no more than its capacity, and has room again when all have left', async () => {
    const gate = new FairGate(3);
    let inside = 0;
    let most = 0;
    const visit = async (party: number): Promise<void> => {
      await gate.enter(party);
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      gate.leave();
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => visit(index % 4)));
    await Promise.all(Array.from({ length: 3 }, () => visit(9)));
    expect(most).toBe(3);
    expect(inside).toBe(0);
  });
});
