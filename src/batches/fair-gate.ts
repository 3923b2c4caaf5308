/** Lets a number of visitors in at a time; those who wait are let in by turns of their parties, not by arrival. */
export class FairGate {
  private inside = 0;
  /** By party, whose turn is next first. */
  private readonly waiting = new Map<number, (() => void)[]>();

  constructor(private readonly capacity: number) {}

  /** Whoever has entered must leave. */
  async enter(party: number): Promise<void> {
    if (this.inside < this.capacity) {
      this.inside += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      const line = this.waiting.get(party);
      if (line === undefined) this.waiting.set(party, [resolve]);
      else line.push(resolve);
    });
  }

  leave(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.inside -= 1;
      return;
    }
    const [party, line] = next;
    this.waiting.delete(party);
    const letIn = line.shift();
    if (line.length > 0) this.waiting.set(party, line);
    letIn?.();
  }
}
