import { ChunkWriter } from './chunk-writer';
import type { PackedChunk } from './csv';

const chunk = (position: number): PackedChunk => ({
  position,
  rowCount: 1,
  addresses: Buffer.alloc(0),
  lines: Buffer.alloc(0),
});

describe('ChunkWriter', () => {
  it('writes all chunks in order, one write after the other', async () => {
    const written: number[] = [];
    let isWriting = false;
    const writer = new ChunkWriter(async (chunks) => {
      expect(isWriting).toBe(false);
      isWriting = true;
      await new Promise(setImmediate);
      isWriting = false;
      written.push(...chunks.map(({ position }) => position));
    });
    for (let position = 0; position < 29; position += 1) await writer.add(chunk(position));
    await writer.end();
    expect(written).toEqual(Array.from({ length: 29 }, (_, position) => position));
  });

  it('makes whoever adds wait when writing is slow', async () => {
    let release = (): void => undefined;
    const writer = new ChunkWriter(() => new Promise((resolve) => (release = resolve)));
    let added = 0;
    const adding = (async () => {
      for (; added < 40; added += 1) await writer.add(chunk(added));
    })();
    await new Promise(setImmediate);
    expect(added).toBe(3);
    release();
    await new Promise(setImmediate);
    expect(added).toBe(5);
    adding.catch(() => undefined);
  });

  it('tells of a write that failed', async () => {
    const writer = new ChunkWriter(() => Promise.reject(new Error('The database is away.')));
    const adding = (async () => {
      for (let position = 0; position < 40; position += 1) await writer.add(chunk(position));
    })();
    await expect(adding).rejects.toThrow('The database is away.');
    await expect(writer.end()).rejects.toThrow('The database is away.');
    await writer.settle();
  });
});
