import { ChunkWriter } from './chunk-writer';
import type { PackedChunk } from './csv';

const chunk = (position: number, bytes = 0): PackedChunk => ({
  position,
  rowCount: 1,
  addresses: Buffer.alloc(bytes, position),
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

  it('holds the first ones back until there are more bytes of them than it is to hold', async () => {
    const written: PackedChunk[] = [];
    const writer = new ChunkWriter((chunks) => {
      written.push(...chunks);
      return Promise.resolve();
    }, 100);
    for (let position = 0; position < 9; position += 1) await writer.add(chunk(position, 10));
    expect(written).toEqual([]);
    await writer.add(chunk(9, 10));
    expect(written).toHaveLength(10);
    await writer.add(chunk(10, 10));
    await writer.end();
    expect(written).toEqual(Array.from({ length: 11 }, (_, position) => chunk(position, 10)));
  });

  it('writes what it holds back at the end', async () => {
    const written: PackedChunk[] = [];
    const writer = new ChunkWriter((chunks) => {
      written.push(...chunks);
      return Promise.resolve();
    }, 100);
    for (let position = 0; position < 5; position += 1) await writer.add(chunk(position, 10));
    await writer.end();
    expect(written).toEqual(Array.from({ length: 5 }, (_, position) => chunk(position, 10)));
  });
});
