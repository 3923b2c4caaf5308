import { DatabaseUnavailableError } from './database.errors';
import { JointWrites } from './joint-writes';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Writes that end when the test says so. */
class Writes {
  readonly rows: (readonly string[])[] = [];
  private readonly ends: ((error?: Error) => void)[] = [];

  readonly write = (rows: readonly string[]): Promise<void> => {
    this.rows.push(rows);
    return new Promise((resolve, reject) => {
      this.ends.push((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
  };

  async end(number: number, error?: Error): Promise<void> {
    this.ends[number]?.(error);
    await turn();
    await turn();
  }
}

describe('rows that come at the same time', () => {
  it('are written by one statement', async () => {
    const writes = new Writes();
    const joint = new JointWrites(writes.write);
    const added = Promise.all(['a', 'b', 'c'].map((row) => joint.add(row, 1)));
    await turn();
    expect(writes.rows).toEqual([['a', 'b', 'c']]);
    await writes.end(0);
    await added;
  });

  it('wait for a write when two are under way, and go together then', async () => {
    const writes = new Writes();
    const joint = new JointWrites(writes.write);
    const added = [joint.add('a', 1)];
    await turn();
    added.push(joint.add('b', 1));
    await turn();
    added.push(joint.add('c', 1));
    await turn();
    added.push(joint.add('d', 1));
    await turn();
    expect(writes.rows).toEqual([['a'], ['b']]);
    await writes.end(1);
    expect(writes.rows[2]).toEqual(['c', 'd']);
    await writes.end(0);
    await writes.end(2);
    await Promise.all(added);
  });

  it('are no more in one statement than 32, or 4 MiB', async () => {
    const writes = new Writes();
    const joint = new JointWrites(writes.write);
    const rows = Array.from({ length: 40 }, (_, number) => `row ${number}`);
    const small = rows.map((row) => joint.add(row, 1));
    await turn();
    await turn();
    expect(writes.rows.map(({ length }) => length)).toEqual([32, 8]);
    await writes.end(0);
    await writes.end(1);
    const large = ['large', 'larger', 'largest'].map((row) => joint.add(row, 3 * 1024 * 1024));
    await turn();
    await turn();
    expect(writes.rows.slice(2)).toEqual([['large'], ['larger']]);
    await writes.end(2);
    await writes.end(3);
    await writes.end(4);
    await Promise.all([...small, ...large]);
  });

  it('fail together when the database is away', async () => {
    const writes = new Writes();
    const joint = new JointWrites(writes.write);
    const added = Promise.allSettled([joint.add('a', 1), joint.add('b', 1)]);
    await turn();
    await writes.end(0, new DatabaseUnavailableError(new Error('away')));
    expect((await added).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(writes.rows).toHaveLength(1);
  });

  it('are written one by one when a statement of them is refused: one that cannot be written fails alone', async () => {
    const joint = new JointWrites((rows: readonly string[]) =>
      rows.includes('bad') ? Promise.reject(new Error('refused')) : Promise.resolve(),
    );
    const outcomes = await Promise.allSettled(['good', 'bad', 'fine'].map((row) => joint.add(row, 1)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
