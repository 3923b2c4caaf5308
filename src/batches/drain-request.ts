import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 67_108_864;
const MAX_MS = 10_000;

/**
 * Reads and drops the rest of a refused request, within bounds: a caller who is still sending reads no answer, and
 * what he sends would be taken for his next request.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  request.unpipe();
  if (request.complete || request.destroyed) return;
  let left = MAX_BYTES;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(stop, MAX_MS);
    function stop(): void {
      clearTimeout(timer);
      request.off('data', take).pause();
      resolve();
    }
    function take(bytes: Buffer): void {
      left -= bytes.length;
      if (left < 0) stop();
    }
    // Resumed by hand: a stream that was unpiped stays paused when a listener is added.
    request.once('end', stop).once('close', stop).on('data', take).resume();
  });
}
