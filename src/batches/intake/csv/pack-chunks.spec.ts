import { gzipSync } from 'node:zlib';
import { packChunks, readAddresses, readLines, type PackedChunk } from './pack-chunks';
import type { CsvRow } from './row-writer';
import { fromStoredLine } from './stored-line';

async function* batchesOf(rows: CsvRow[], size = 100): AsyncGenerator<CsvRow[]> {
  for (let at = 0; at < rows.length; at += size) {
    yield rows.slice(at, at + size);
    await Promise.resolve();
  }
}

function manyRows(count: number, length = 0): CsvRow[] {
  return Array.from({ length: count }, (_, index) => ({
    address: `user${index}@example.com`,
    line: `user${index}@example.com,`.padEnd(length, 'x'),
  }));
}

async function pack(rows: CsvRow[], isRepeat = (): boolean => false): Promise<PackedChunk[]> {
  const chunks: PackedChunk[] = [];
  for await (const chunk of packChunks(batchesOf(rows), isRepeat)) chunks.push(chunk);
  return chunks;
}

async function* failing(): AsyncGenerator<CsvRow[]> {
  yield manyRows(1_000);
  await Promise.resolve();
  throw new Error('line 1001 is bad');
}

describe('packChunks', () => {
  it.each([
    [0, []],
    [1, [1]],
    [200, [200]],
    [440, [200, 200, 40]],
    [10_000, new Array<number>(50).fill(200)],
  ])('cuts %d rows into chunks of 200', async (count, sizes) => {
    const chunks = await pack(manyRows(count));
    expect(chunks.map((chunk) => chunk.rowCount)).toEqual(sizes);
    expect(chunks.map((chunk) => chunk.position)).toEqual(sizes.map((_, index) => index));
  });

  it('makes chunks of a long list larger, 500 rows at most', async () => {
    const sizes = (await pack(manyRows(60_000))).map((chunk) => chunk.rowCount);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60_000);
    expect(sizes[0]).toBe(200);
    expect(Math.max(...sizes)).toBe(500);
    expect(sizes.slice(0, -1).every((size, index) => size >= (sizes[index - 1] ?? 0))).toBe(true);
    // About 50 steps each time that the list grows by a factor of e, until 500 rows.
    expect(sizes.length).toBeLessThan(350);
  });

  it('closes a chunk at 1 MiB of text', async () => {
    const chunks = await pack(manyRows(12, 300_000));
    expect(chunks.map((chunk) => chunk.rowCount)).toEqual([3, 3, 3, 3]);
    expect((await pack(manyRows(2, 1_500_000))).map((chunk) => chunk.rowCount)).toEqual([1, 1]);
  });

  it('gives addresses and lines back, in order, with their repeats marked', async () => {
    const rows: CsvRow[] = [
      { address: 'a@b.co', line: 'a@b.co,"1\r\n2"' },
      { address: '', line: ',x' },
      { address: 'A@b.co', line: 'A@b.co,日本 😀', surplus: '"x, y",=1' },
    ];
    const seen = new Set<string>();
    const [chunk] = await pack(rows, ((address: string) => {
      const key = address.toLowerCase();
      const isRepeat = seen.has(key);
      seen.add(key);
      return isRepeat;
    }) as () => boolean);
    expect(await readAddresses(chunk!.addresses)).toEqual([
      ['a@b.co', 0],
      ['', 0],
      ['A@b.co', 1],
    ]);
    expect((await readLines(chunk!.lines)).map(fromStoredLine)).toEqual(rows.map(({ address: _, ...row }) => row));
  });

  it('counts the cells of long rows', async () => {
    const long = manyRows(12).map((row) => ({ ...row, surplus: 'x'.repeat(300_000) }));
    expect((await pack(long)).map((chunk) => chunk.rowCount)).toEqual([3, 3, 3, 3]);
  });

  it('reads chunks from before long rows were taken', async () => {
    const stored = gzipSync(JSON.stringify(['a@b.co,1', '"b, c",']));
    expect((await readLines(stored)).map(fromStoredLine)).toEqual([{ line: 'a@b.co,1' }, { line: '"b, c",' }]);
  });

  it('yields chunks while rows still come, and reads ahead by a few chunks only', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<CsvRow[]> {
      for (;;) {
        read += 50;
        yield manyRows(50);
        await Promise.resolve();
      }
    }
    const chunks = packChunks(endless(), () => false);
    expect((await chunks.next()).value).toMatchObject({ position: 0, rowCount: 200 });
    expect(read).toBeLessThan(1_400);
    await chunks.return();
  });

  it('passes a fault of the rows on', async () => {
    const chunks = packChunks(failing(), () => false);
    await expect(
      (async () => {
        for await (const chunk of chunks) expect(chunk.rowCount).toBe(200);
      })(),
    ).rejects.toThrow('line 1001 is bad');
  });
});
