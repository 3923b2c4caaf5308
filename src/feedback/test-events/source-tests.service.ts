import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { testRequest, testSignatureOf, type TestSignature } from '../events/test-event/test-event';
import { FeedbackRefusedError } from '../feedback.errors';
import { FeedbackIntake } from '../intake/feedback-intake.service';
import { FeedbackSource } from '../sources/feedback-source.entity';
import { FeedbackSources } from '../sources/feedback-sources.service';
import { sourceAddress } from '../sources/source-address';
import { SourceSecrets } from '../sources/source-secrets';
import { parseOutcome, type TestOutcome } from './test-outcome';

/** In the place of the token, which is stored nowhere. */
const NO_TOKEN = 'test';

export interface SourceTest {
  /** Milliseconds since the epoch; null: never. */
  sentAt: number | null;
  signature: TestSignature;
  /** Null: nothing has come of it yet. */
  outcome: TestOutcome | null;
}

/** Sends a source an event as its provider would, all the way but for the token in its address, and tells what came of it. */
@Injectable()
export class SourceTests {
  constructor(
    @InjectRepository(FeedbackSource) private readonly rows: Repository<FeedbackSource>,
    private readonly sources: FeedbackSources,
    private readonly secrets: SourceSecrets,
    private readonly intake: FeedbackIntake,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws FeedbackSourceNotFoundError; what else goes wrong is the outcome */
  async send(organizationId: number, id: number): Promise<SourceTest> {
    const source = await this.sources.find(organizationId, id);
    const { provider, topicArn } = source;
    const testAt = this.clock.now();
    const [secret = null] = this.secrets.open(source, testAt);
    const request = testRequest(provider, {
      id: randomUUID(),
      at: new Date(testAt),
      topicArn,
      secret,
      url: sourceAddress(this.config, id, NO_TOKEN),
    });
    await this.rows.update({ id, organizationId }, { testAt, testOutcome: null });
    try {
      await this.intake.takeTest(source, request, testAt, testSignatureOf(provider, secret) !== 'not_checked');
    } catch (error) {
      if (!(error instanceof FeedbackRefusedError)) throw error;
      const outcome: TestOutcome = { state: 'refused', reason: error.message };
      await this.rows.update({ id, testAt }, { testOutcome: JSON.stringify(outcome) });
    }
    return this.last(organizationId, id);
  }

  /** @throws FeedbackSourceNotFoundError */
  async last(organizationId: number, id: number): Promise<SourceTest> {
    const source = await this.sources.find(organizationId, id);
    const [secret = null] = this.secrets.open(source, this.clock.now());
    return {
      sentAt: source.testAt,
      signature: testSignatureOf(source.provider, secret),
      outcome: parseOutcome(source.testOutcome),
    };
  }
}
