import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface ListFile {
  path: string;
  rows: number;
  bytes: number;
}

/** The addresses of a list that `remember` must know for the list to need no network. */
export function* cachedAddresses(count: number): Generator<string> {
  for (let i = 0; i < count; i++) yield `jane.doe.${i}@example${i % 5000}.org`;
}

/**
 * A CSV file of which a third of the rows is malformed, a third is new and cached, and a third repeats one of these.
 * @param distinct so many addresses are used, again and again
 * @param note text that fills each row
 */
export async function writeList(path: string, rows: number, distinct: number, note = ''): Promise<ListFile> {
  const out = createWriteStream(path);
  await pipeline(Readable.from(blocks(rows, distinct, note)), out);
  return { path, rows, bytes: out.bytesWritten };
}

function* blocks(rows: number, distinct: number, note: string): Generator<string> {
  let block = 'id,email,first_name,last_name,note\n';
  for (let row = 0; row < rows; row++) {
    block += `${row},${addressOf(row, distinct)},First${row % 977},Surname${row % 1999},${note}\n`;
    if (block.length < 65_536) continue;
    yield block;
    block = '';
  }
  yield block;
}

function addressOf(row: number, distinct: number): string {
  const third = Math.floor(row / 3);
  if (row % 3 === 0) return `jane..doe.${third}@example${third % 5000}.org`;
  const i = (row % 3 === 1 ? third : third % Math.max(1, Math.floor(third / 2))) % distinct;
  return `jane.doe.${i}@example${i % 5000}.org`;
}
