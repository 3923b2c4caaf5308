import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { RefusedListsError, StorageFullError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';

const MEBIBYTE = 1_048_576;
/**
 * Rows of refused lists that may wait for their deletion: more than the largest list has (100 MiB of lines of two bytes are 52
 * million), so that whoever has sent a wrong one may send the right one at once.
 */
const MOST_REFUSED_ROWS = 60_000_000;

/** How much of its lists an organization may keep: malformed rows cost no credits, and a disk is shared by all. */
@Injectable()
export class StorageQuota {
  constructor(
    private readonly batches: BatchesRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * What an upload of the organization is counted against. Two at a time, which do not know of each other, may pass the
   * limit by what one of them is long.
   * @returns takes the bytes that are to be stored next, @throws StorageFullError
   * @throws StorageFullError, RefusedListsError
   */
  async open(organizationId: number): Promise<(bytes: number) => void> {
    const { BATCHES_PER_ORGANIZATION: mostLists, STORAGE_MAX_MB_PER_ORGANIZATION: mebibytes } = this.config;
    if ((await this.batches.refusedRows(organizationId)) > MOST_REFUSED_ROWS) throw new RefusedListsError();
    const kept = await this.batches.kept(organizationId);
    if (kept.lists >= mostLists) throw new StorageFullError(`${mostLists} lists`);
    let left = mebibytes * MEBIBYTE - kept.bytes;
    const take = (bytes: number): void => {
      left -= bytes;
      if (left < 0) throw new StorageFullError(`${mebibytes} MiB of lists`);
    };
    take(0);
    return take;
  }
}
