/** A fixed number of places; who finds none waits in line. */
export class Slots {
  private readonly line: { admit: (admitted: boolean) => void; left: boolean }[] = [];
  private head = 0;

  constructor(private free: number) {}

  /** True once there is a place, to be given back with `release`. False when the signal was aborted before. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const waiter = { admit: resolve, left: false };
      const leave = (): void => {
        waiter.left = true;
        resolve(false);
      };
      waiter.admit = (admitted) => {
        signal.removeEventListener('abort', leave);
        resolve(admitted);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.line.push(waiter);
    });
  }

  release(): void {
    for (;;) {
      const next = this.line[this.head];
      if (next === undefined) {
        this.line.length = 0;
        this.head = 0;
        this.free += 1;
        return;
      }
      this.head += 1;
      // Taking from the front one by one would move the whole line each time.
      if (this.head >= 1024) {
        this.line.splice(0, this.head);
        this.head = 0;
      }
      if (!next.left) {
        next.admit(true);
        return;
      }
    }
  }
}
