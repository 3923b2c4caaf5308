import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { ObjectLiteral, Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Token } from './token.entity';

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
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
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
      const latest = `CASE id ${part.map((_, index) => `WHEN :id${index} THEN :at${index}`).join(' ')} ELSE lastUsedAt END`;
      const values = Object.assign(
        {},
        ...part.map(([id, at], index) => ({ [`id${index}`]: id, [`at${index}`]: at })),
      ) as ObjectLiteral;
      await this.tokens
        .createQueryBuilder()
        .update()
        .set({ lastUsedAt: () => latest })
        .where(`id IN (:...ids) AND (lastUsedAt IS NULL OR lastUsedAt < ${latest})`, { ids: part.map(([id]) => id) })
        .setParameters(values)
        .execute()
        .catch((error: unknown) => {
          this.logger.warn(`The last use of ${part.length} tokens could not be written: ${String(error)}`);
        });
    }
  }
}
