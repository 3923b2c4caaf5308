import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import type { AppConfig } from '../config/app-config';
import { OrganizationsModule } from '../organizations/organizations.module';
import { AccuracyService } from './accuracy/accuracy.service';
import { AddressHasher } from './accuracy/address-hasher';
import { AnswerFiling } from './accuracy/answer-filing';
import { AnsweredVerdict } from './accuracy/answered-verdict.entity';
import { AnsweredVerdicts } from './accuracy/answered-verdicts';
import { UnfiledAnswers } from './accuracy/unfiled-answers.entity';
import { Pairs } from './accuracy/pairs';
import { VerdictLog } from './accuracy/verdict-log';
import { AccuracyController } from './api/accuracy.controller';
import { OutboxModule } from '../webhooks/outbox.module';
import { FeedbackController } from './api/feedback.controller';
import { Clock } from '../common/clock';
import { AddressPolicy } from '../engine';
import { FetchedCertificates } from './events/certificates/fetched-certificates';
import { GuardedFetch } from '../common/guarded-fetch';
import { createProviders } from './events/create-providers';
import { FeedbackAlarms } from './feedback-alarms';
import { FeedbackRetention } from './feedback-retention';
import { FeedbackSummary } from './feedback-summary';
import { FeedbackIntakeController } from './intake/feedback-intake.controller';
import { FeedbackIntake } from './intake/feedback-intake.service';
import { InboxDispatcher } from './intake/inbox-dispatcher';
import { InboxEntry } from './intake/inbox-entry.entity';
import { InboxMetrics } from './intake/inbox-metrics';
import { InboxProcessor } from './intake/inbox.processor';
import { TopicSubscription } from './intake/topic-subscription';
import { InboxReader } from './intake/inbox-reader';
import { InboxRepository } from './intake/inbox.repository';
import { IntakeLoad } from './intake/intake-load';
import { SeenRequest } from './intake/seen-request.entity';
import { AddressData } from './known/address-data';
import { AddressDeletion } from './known/address-deletion';
import { AddressPages } from './known/address-pages';
import { AddressTurns } from './known/address-turns';
import { FeedbackUse } from './known/feedback-use';
import { KnownAddress } from './known/known-address.entity';
import { KnownAddresses } from './known/known-addresses';
import { KnownAddressesRepository } from './known/known-addresses.repository';
import { PROVIDERS } from './providers.token';
import { AddressRecord } from './record/address-record';
import { EventPages } from './record/event-pages';
import { EventRecorder } from './record/event-recorder';
import { StoredEvent } from './record/stored-event.entity';
import { ToldEventsService } from './record/told-events.service';
import { FeedbackSource } from './sources/feedback-source.entity';
import { FeedbackSources } from './sources/feedback-sources.service';
import { SourceReader } from './sources/source-reader';
import { SourceSecrets } from './sources/source-secrets';
import { SourceTests } from './test-events/source-tests.service';
import { TestReader } from './test-events/test-reader';

const FOUNDATION = [
  OrganizationsModule,
  TypeOrmModule.forFeature([
    AnsweredVerdict,
    FeedbackSource,
    InboxEntry,
    KnownAddress,
    SeenRequest,
    StoredEvent,
    UnfiledAnswers,
  ]),
  OutboxModule,
];
const SERVICES = [
  AccuracyService,
  AddressData,
  AddressDeletion,
  AddressHasher,
  AddressPages,
  AddressRecord,
  AddressTurns,
  AnswerFiling,
  AnsweredVerdicts,
  EventPages,
  EventRecorder,
  FeedbackAlarms,
  FeedbackIntake,
  FeedbackRetention,
  FeedbackSummary,
  InboxMetrics,
  InboxRepository,
  IntakeLoad,
  KnownAddresses,
  KnownAddressesRepository,
  SourceTests,
  ToldEventsService,
  VerdictLog,
];
const WORK = [InboxReader, TestReader, TopicSubscription, InboxProcessor, InboxDispatcher];
/** Certificates and confirmations have some kilobytes, and come from Amazon. */
const FETCH = { withinMs: 5000, maxBytes: 16 * 1024 };

const SOURCES: Provider[] = [
  FeedbackUse,
  SourceReader,
  SourceSecrets,
  FeedbackSources,
  Pairs,
  {
    provide: GuardedFetch,
    useFactory: () => {
      const policy = new AddressPolicy({ allowCidrs: [] });
      return new GuardedFetch({ ...FETCH, permits: (address) => policy.permits(address) });
    },
  },
  {
    provide: PROVIDERS,
    useFactory: (fetch: GuardedFetch, clock: Clock) =>
      createProviders({
        certificates: new FetchedCertificates({ get: (url) => fetch.get(url), now: () => clock.now() }),
      }),
    inject: [GuardedFetch, Clock],
  },
];

/** What became of mails: the intake and its routes where the process serves the interface, the reading where it works. */
@Module({})
export class FeedbackModule {
  /** For the command line: the sources, and what is exported. */
  static forCommands(): DynamicModule {
    return { module: FeedbackModule, imports: FOUNDATION, providers: SOURCES, exports: [FeedbackSources, Pairs] };
  }

  static register({ ROLE }: Pick<AppConfig, 'ROLE'>): DynamicModule {
    return {
      module: FeedbackModule,
      imports: [...FOUNDATION, AuthModule],
      controllers: ROLE === 'worker' ? [] : [FeedbackIntakeController, FeedbackController, AccuracyController],
      providers: [...SOURCES, ...SERVICES, ...(ROLE === 'api' ? [] : WORK)],
      exports: [
        AccuracyService,
        AddressData,
        AddressDeletion,
        AddressPages,
        AddressRecord,
        AnswerFiling,
        AnsweredVerdicts,
        FeedbackRetention,
        FeedbackSources,
        FeedbackSummary,
        KnownAddresses,
        SourceTests,
        ToldEventsService,
        VerdictLog,
      ],
    };
  }
}
