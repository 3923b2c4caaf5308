import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

/**
 * Asks the database again and again what there is to do, and enqueues it: what is new, what the queue lost, and what a process had in
 * hand when it died. What waits or is being done is not enqueued again (`JobQueue`). One round at a time; runs in every worker process.
 */
export abstract class RegularDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected abstract readonly logger: Logger;
  /** What is handed out, for the log. */
  protected abstract readonly what: string;
  protected abstract readonly everyMs: number;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isFailing = false;

  /** One round. */
  protected abstract handOut(): Promise<void>;

  /** A round ends early. */
  protected get isStopping(): boolean {
    return this.timer === null;
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.round().finally(() => {
        this.running = null;
      });
    }, this.everyMs);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  private async round(): Promise<void> {
    try {
      await this.handOut();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error(`${this.what} can't be handed out: ${String(error)}. Trying again.`);
      this.isFailing = true;
    }
  }
}
