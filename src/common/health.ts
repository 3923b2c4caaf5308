import { reason } from './reason';
import { withTimeout } from './with-timeout';

/** A part of the service that can be down. */
export interface HealthPart {
  name: string;
  /** Null when it works; else what is wrong, in a sentence. Who takes longer than 1.5 s is not ready. */
  fault(): Promise<string | null>;
}

/** Whoever asks for readiness waits 2 s or so: an answer that comes later is none. */
const ANSWER_WITHIN_MS = 1500;

/** Keeps the parts that this process needs. Also the DI token. */
export class Health {
  /** Looks that have not ended: whoever asks meanwhile waits for the same, so that a part that hangs is not asked over and over. */
  private readonly running = new Map<HealthPart, Promise<string | null>>();
  private readonly parts: HealthPart[] = [];
  private readonly warnings: (() => string[])[] = [];

  add(part: HealthPart): void {
    this.parts.push(part);
  }

  /** Something that an operator should see, though the service works: a block by a provider, say. */
  addWarnings(read: () => string[]): void {
    this.warnings.push(read);
  }

  /** Answers within 2 seconds, whatever hangs. */
  async check(): Promise<{ isReady: boolean; parts: Record<string, string>; warnings: string[] }> {
    const entries = await Promise.all(
      this.parts.map(async (part) => [part.name, (await this.faultOf(part)) ?? 'up'] as const),
    );
    return {
      isReady: entries.every(([, state]) => state === 'up'),
      parts: Object.fromEntries(entries),
      warnings: this.warnings.flatMap((read) => read()),
    };
  }

  private async faultOf(part: HealthPart): Promise<string | null> {
    const look = this.running.get(part) ?? part.fault().finally(() => this.running.delete(part));
    this.running.set(part, look);
    try {
      return await withTimeout(ANSWER_WITHIN_MS, look);
    } catch (error) {
      return `It can't be told (${reason(error)}).`;
    }
  }
}
