import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { TooManyUploadsError, UploadsBusyError } from '../batches.errors';

/** How long an upload waits for a slot: ordinary ones are done by then. */
const PATIENCE_MS = 10_000;
/** Uploads that wait, in all and of one account: each is an open connection. */
const MOST_WAITING = 200;
const MOST_WAITING_OF_ONE = 20;

/** The organization and the account of an upload: each has its share of the slots. */
export interface Uploader {
  organizationId: number;
  accountId: number;
}

interface Waiting {
  uploader: Uploader;
  start: () => void;
}

/** How many of something each key has; the keys are forgotten with the last. */
class Counts {
  private readonly counts = new Map<number, number>();

  of(key: number): number {
    return this.counts.get(key) ?? 0;
  }

  add(key: number, change: 1 | -1): void {
    const count = this.of(key) + change;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }
}

/**
 * Hands out slots for uploads, each of which takes some megabytes of memory while it comes in: so many at a time in a
 * process, fewer of one account, which may have many organizations, and of one organization. Who finds none waits a little;
 * who came first goes first.
 */
@Injectable()
export class UploadSlots {
  private readonly ofOrganizations = new Counts();
  private readonly ofAccounts = new Counts();
  private readonly waiting: Waiting[] = [];
  private free: number;

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'UPLOADS_AT_A_TIME' | 'UPLOADS_PER_ACCOUNT' | 'UPLOADS_PER_ORGANIZATION'>,
  ) {
    this.free = config.UPLOADS_AT_A_TIME;
  }

  /**
   * Resolves with the function that releases the slot.
   * @throws TooManyUploadsError, UploadsBusyError when there is no slot in time
   */
  async take(uploader: Uploader, patienceMs = PATIENCE_MS): Promise<() => void> {
    if (!this.mayStart(uploader)) await this.wait(uploader, patienceMs);
    else this.count(uploader, 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.end(uploader);
      isTaken = false;
    };
  }

  private mayStart(uploader: Uploader): boolean {
    return this.free > 0 && this.shareTaken(uploader) === null;
  }

  private shareTaken({ organizationId, accountId }: Uploader): TooManyUploadsError | null {
    const { UPLOADS_PER_ORGANIZATION, UPLOADS_PER_ACCOUNT } = this.config;
    if (this.ofOrganizations.of(organizationId) >= UPLOADS_PER_ORGANIZATION)
      return new TooManyUploadsError('organization', UPLOADS_PER_ORGANIZATION);
    if (this.ofAccounts.of(accountId) >= UPLOADS_PER_ACCOUNT)
      return new TooManyUploadsError('account', UPLOADS_PER_ACCOUNT);
    return null;
  }

  private count({ organizationId, accountId }: Uploader, change: 1 | -1): void {
    this.free -= change;
    this.ofOrganizations.add(organizationId, change);
    this.ofAccounts.add(accountId, change);
  }

  private end(uploader: Uploader): void {
    this.count(uploader, -1);
    const next = this.waiting.findIndex((each) => this.mayStart(each.uploader));
    this.waiting.splice(next, next === -1 ? 0 : 1)[0]?.start();
  }

  private wait(uploader: Uploader, patienceMs: number): Promise<void> {
    const own = this.waiting.filter((each) => each.uploader.accountId === uploader.accountId).length;
    if (own >= MOST_WAITING_OF_ONE || this.waiting.length >= MOST_WAITING) throw this.fault(uploader);
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        uploader,
        start: () => {
          clearTimeout(timer);
          this.count(uploader, 1);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(this.fault(uploader));
      }, patienceMs);
      this.waiting.push(entry);
    });
  }

  private fault(uploader: Uploader): Error {
    return this.shareTaken(uploader) ?? new UploadsBusyError();
  }
}
