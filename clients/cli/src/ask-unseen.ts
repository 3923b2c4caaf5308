import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A line of the terminal that is not shown while it is typed. */
export async function askUnseen(question: string): Promise<string> {
  // With `terminal`, readline shows what is typed itself, on its output: which nobody sees.
  const unseen = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // Only now the terminal itself shows nothing any more: who pastes at once must not see it either.
  process.stderr.write(question);
  const abort = new AbortController();
  lines.on('SIGINT', () => {
    abort.abort();
  });
  try {
    return await lines.question('', { signal: abort.signal });
  } catch {
    process.exit(130);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
