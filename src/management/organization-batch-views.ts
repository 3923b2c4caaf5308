import { Inject, Injectable } from '@nestjs/common';
import type { BatchSummary } from '../batches/batch';
import type { BatchPage } from '../batches/batches.service';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { ActorNames, type ActorIds } from '../credits/actor-names';
import {
  toOrganizationBatchResponse,
  type OrganizationBatchListResponse,
  type OrganizationBatchResponse,
} from './organization-batch.responses';

/**
 * Batches as the members of their organization see them, with the names of who sent them: all members see each other's
 * names and addresses anyway. Programs do not, so that what they read of a batch has none.
 */
@Injectable()
export class OrganizationBatchViews {
  constructor(
    private readonly names: ActorNames,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async one(batch: BatchSummary): Promise<OrganizationBatchResponse> {
    const name = await this.names.of([senderOf(batch)]);
    return toOrganizationBatchResponse(batch, name(senderOf(batch)), this.config);
  }

  async page({ batches, nextBefore }: BatchPage): Promise<OrganizationBatchListResponse> {
    const name = await this.names.of(batches.map(senderOf));
    return {
      batches: batches.map((batch) => toOrganizationBatchResponse(batch, name(senderOf(batch)), this.config)),
      next_before: nextBefore,
    };
  }
}

const senderOf = ({ createdBy, createdByToken }: BatchSummary): ActorIds => ({
  accountId: createdBy,
  tokenId: createdByToken,
});
