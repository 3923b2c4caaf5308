/** A counting semaphore with a first-in, first-out queue: at most so many callers hold a permit at a time. */
export class Semaphore {
  private readonly queue: { grant: (granted: boolean) => void; left: boolean }[] = [];
  private head = 0;

  constructor(private free: number) {}

  /** True once the caller holds a permit, to be given back with `release`. False when the signal was aborted before. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.free > 0) {
      this.free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const waiter = { grant: resolve, left: false };
      const leave = (): void => {
        waiter.left = true;
        resolve(false);
      };
      waiter.grant = (granted) => {
        signal.removeEventListener('abort', leave);
        resolve(granted);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiter);
    });
  }

  release(): void {
    for (;;) {
      const next = this.queue[this.head];
      if (next === undefined) {
        this.queue.length = 0;
        this.head = 0;
        this.free += 1;
        return;
      }
      this.head += 1;
      // Taking from the front one by one would move the whole queue each time.
      if (this.head >= 1024) {
        this.queue.splice(0, this.head);
        this.head = 0;
      }
      if (!next.left) {
        next.grant(true);
        return;
      }
    }
  }
}
