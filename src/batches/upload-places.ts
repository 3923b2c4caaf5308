import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { TooManyUploadsError, UploadsBusyError } from './batches.errors';

/** How long an upload waits for a place: ordinary ones are done by then. */
const PATIENCE_MS = 10_000;
/** Uploads that wait, in all and of one organization: each is an open connection. */
const MOST_WAITING = 200;
const MOST_WAITING_OF_ONE = 20;

interface Waiting {
  organizationId: number;
  start: () => void;
}

/**
 * Hands out places for uploads, each of which takes some megabytes of memory while it comes in: so many at a time in a
 * process, and fewer of one organization. Who finds none waits a little; who came first goes first.
 */
@Injectable()
export class UploadPlaces {
  private readonly taken = new Map<number, number>();
  private readonly waiting: Waiting[] = [];
  private free: number;
  private readonly ofOne: number;

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'UPLOADS_AT_A_TIME' | 'UPLOADS_PER_ORGANIZATION'>) {
    this.free = config.UPLOADS_AT_A_TIME;
    this.ofOne = config.UPLOADS_PER_ORGANIZATION;
  }

  /**
   * Resolves with what gives the place back.
   * @throws TooManyUploadsError, UploadsBusyError when there is no place in time
   */
  async take(organizationId: number, patienceMs = PATIENCE_MS): Promise<() => void> {
    if (!this.mayStart(organizationId)) await this.wait(organizationId, patienceMs);
    else this.start(organizationId);
    let isTaken = true;
    return () => {
      if (isTaken) this.end(organizationId);
      isTaken = false;
    };
  }

  private mayStart(organizationId: number): boolean {
    return this.free > 0 && this.ofOrganization(organizationId) < this.ofOne;
  }

  private ofOrganization(organizationId: number): number {
    return this.taken.get(organizationId) ?? 0;
  }

  private start(organizationId: number): void {
    this.free -= 1;
    this.taken.set(organizationId, this.ofOrganization(organizationId) + 1);
  }

  private end(organizationId: number): void {
    this.free += 1;
    const left = this.ofOrganization(organizationId) - 1;
    if (left === 0) this.taken.delete(organizationId);
    else this.taken.set(organizationId, left);
    const next = this.waiting.findIndex((each) => this.mayStart(each.organizationId));
    this.waiting.splice(next, next === -1 ? 0 : 1)[0]?.start();
  }

  private wait(organizationId: number, patienceMs: number): Promise<void> {
    const own = this.waiting.filter((each) => each.organizationId === organizationId).length;
    if (own >= MOST_WAITING_OF_ONE || this.waiting.length >= MOST_WAITING) throw this.fault(organizationId);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        organizationId,
        start: () => {
          clearTimeout(timer);
          this.start(organizationId);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(this.fault(organizationId));
      }, patienceMs);
      this.waiting.push(entry);
    });
  }

  private fault(organizationId: number): Error {
    return this.ofOrganization(organizationId) >= this.ofOne
      ? new TooManyUploadsError(this.ofOne)
      : new UploadsBusyError();
  }
}
