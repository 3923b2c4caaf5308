import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { AuditLog } from '../../audit/audit-log';
import type { Actor } from '../../audit/actor';
import type { BatchSummary } from '../batch';
import { FeedbackSources } from '../../feedback/sources/feedback-sources.service';
import { BatchesService } from '../batches.service';
import type { ResultsCsvOptions } from '../intake/csv';
import { BatchZipService } from './batch-zip.service';
import { ResultsFiles, type ResultsFormat } from './results-files.service';
import { sendResults } from './send-results';

/** Which results, and who takes them. */
export interface ResultsWanted {
  organizationId: number;
  /** Of the batch: a positive integer, as text. */
  id: string;
  by: Actor;
  /** As in `BatchesService.find`. */
  isTest?: boolean;
  options: ResultsCsvOptions;
}

/** Sends the results of a batch, as a file or as one ZIP of files, and enters in the audit log who took them. */
@Injectable()
export class ResultsDelivery {
  constructor(
    private readonly batches: BatchesService,
    private readonly files: ResultsFiles,
    private readonly zips: BatchZipService,
    private readonly sources: FeedbackSources,
    private readonly audit: AuditLog,
  ) {}

  /** @throws BatchNotFoundError, ResultsUnavailableError before anything is sent */
  async sendFile(
    { organizationId, id, by, isTest, options: wanted }: ResultsWanted,
    format: ResultsFormat,
    response: Response,
  ): Promise<void> {
    const options = await this.optionsOf(organizationId, wanted);
    const batch = await this.batches.find(organizationId, id, isTest);
    const file = await this.files.open(batch, options, format);
    await this.note(organizationId, by, batch);
    await sendResults(response, batch, options, file);
  }

  /** @throws BatchNotFoundError, ResultsUnavailableError before anything is sent */
  async sendZip(what: ResultsWanted, response: Response): Promise<void> {
    const { organizationId, id, by, isTest, options: wanted } = what;
    const options = await this.optionsOf(organizationId, wanted);
    const batch = await this.batches.find(organizationId, id, isTest);
    const files = await this.zips.open(batch, options);
    await this.note(organizationId, by, batch);
    await this.zips.send(batch, files, response);
  }

  private async optionsOf(organizationId: number, options: ResultsCsvOptions): Promise<ResultsCsvOptions> {
    return (await this.sources.hasAny(organizationId)) ? { ...options, hasKnown: true } : options;
  }

  private note(organizationId: number, by: Actor, { id, name }: BatchSummary): Promise<void> {
    return this.audit.note({ organizationId, by, action: 'batch_download', subject: id, details: { name } });
  }
}
