import type { BatchStatus } from 'email-validation-client';
import { coloured } from './print.js';

const WIDTH = 30;
/** Percent between two lines, where nobody watches a bar. */
const STEP = 10;

/** Shows on standard error how far a list is: a bar for people, lines for logs. */
export class Progress {
  private lastStep = -1;
  private isDrawn = false;

  show(batch: BatchStatus): void {
    if (process.stderr.isTTY) this.draw(batch);
    else this.say(batch);
  }

  /** Leaves the bar as it is, and the cursor below it. */
  end(): void {
    if (this.isDrawn) process.stderr.write('\n');
    this.isDrawn = false;
  }

  private draw(batch: BatchStatus): void {
    const full = Math.round((batch.progress / 100) * WIDTH);
    const bar = `${coloured('green', '█'.repeat(full), process.stderr)}${'░'.repeat(WIDTH - full)}`;
    process.stderr.write(`\r\u001b[K${bar} ${words(batch)}`);
    this.isDrawn = true;
  }

  private say(batch: BatchStatus): void {
    const step = Math.floor(batch.progress / STEP);
    if (step === this.lastStep) return;
    this.lastStep = step;
    process.stderr.write(`${words(batch)}\n`);
  }
}

function words(batch: BatchStatus): string {
  const { progress, processed_count: done, total_count: all } = batch;
  const counts = `${batch.valid_count} valid, ${batch.risky_count} risky, ${batch.invalid_count} invalid, ${batch.unknown_count} unknown`;
  return `${Math.floor(progress)} %, ${done} of ${all}: ${counts}`;
}
