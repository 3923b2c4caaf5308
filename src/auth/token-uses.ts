import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';

/** How often what was used is written: at most one write a token and minute, in this process. */
const EVERY_MS = 60_000;
const TOKENS_IN_STATEMENT = 200;

/** When each token was last used: noted in memory by each request, written now and then for many tokens at once. */
@Injectable()
export class TokenUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Tokens');
  private unwritten = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      void this.write();
    }, EVERY_MS);
    this.timer.unref();
  }

  /** Before the connections close that writing needs. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.write();
  }

  note(tokenId: string): void {
    this.unwritten.set(tokenId, this.clock.now());
  }

  /** What this process has seen and not written yet. */
  lastOf(tokenId: string): number | undefined {
    return this.unwritten.get(tokenId);
  }

  /** Never rejects: a last use that is a little old is no reason to fail. */
  async write(): Promise<void> {
    const uses = [...this.unwritten];
    this.unwritten = new Map();
    for (let start = 0; start < uses.length; start += TOKENS_IN_STATEMENT) {
      const part = uses.slice(start, start + TOKENS_IN_STATEMENT);
      const latest = `CASE id ${part.map(() => 'WHEN ? THEN ?').join(' ')} ELSE last_used_at END`;
      const isLater = `(last_used_at IS NULL OR last_used_at < ${latest})`;
      await this.database
        .execute(
          `UPDATE tokens SET last_used_at = ${latest} WHERE id IN (${part.map(() => '?').join(', ')}) AND ${isLater}`,
          [...part.flat(), ...part.map(([id]) => id), ...part.flat()],
        )
        .catch((error: unknown) => {
          this.logger.warn(`The last use of ${part.length} tokens could not be written: ${String(error)}`);
        });
    }
  }
}
