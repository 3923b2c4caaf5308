import { createHash } from 'node:crypto';
import type Redis from 'ioredis';
import type { SharedFacts } from '../engine';

/** What processes with the same Redis tell each other of mail hosts. Keys leave the process as hashes. */
export class RedisFacts implements SharedFacts {
  constructor(
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  read(key: string): Promise<string | null> {
    return this.redis.get(this.nameOf(key)).catch(() => null);
  }

  tell(key: string, fact: string, lifeMs: number, isStronger: boolean): void {
    const name = this.nameOf(key);
    const telling = isStronger
      ? this.redis.set(name, fact, 'PX', lifeMs)
      : this.redis.set(name, fact, 'PX', lifeMs, 'NX');
    // What could not be told is learnt by the others themselves.
    telling.catch(() => undefined);
  }

  private nameOf(key: string): string {
    return `${this.prefix}:fact:${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`;
  }
}
