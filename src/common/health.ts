/** A part of the service that can be down. */
export interface HealthPart {
  name: string;
  /** Null when it works; else what is wrong, in a sentence. */
  fault(): Promise<string | null>;
}

/** Keeps the parts that this process needs. Also the DI token. */
export class Health {
  private readonly parts: HealthPart[] = [];
  private readonly warnings: (() => string[])[] = [];

  add(part: HealthPart): void {
    this.parts.push(part);
  }

  /** Something that an operator should see, though the service works: a block by a provider, say. */
  addWarnings(read: () => string[]): void {
    this.warnings.push(read);
  }

  async check(): Promise<{ isReady: boolean; parts: Record<string, string>; warnings: string[] }> {
    const entries = await Promise.all(
      this.parts.map(async (part) => [part.name, (await part.fault()) ?? 'up'] as const),
    );
    return {
      isReady: entries.every(([, state]) => state === 'up'),
      parts: Object.fromEntries(entries),
      warnings: this.warnings.flatMap((read) => read()),
    };
  }
}
