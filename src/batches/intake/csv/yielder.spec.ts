import { Yielder } from './yielder';

describe('Yielder', () => {
  it('gives the event loop its turn in front of a piece that is long in itself, however little was done', async () => {
    let hadItsTurn = false;
    setImmediate(() => (hadItsTurn = true));
    await new Yielder().yieldIfDue(1_000_000);
    expect(hadItsTurn).toBe(true);
  });
});
