import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Metrics } from '../common/metrics';
import { SharedRedis } from '../common/shared-redis';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import type { Engine } from '../engine';
import { AddressData } from '../feedback/known/address-data';
import { IdempotencyRetention } from '../idempotency/idempotency-retention';
import { OrganizationsModule } from '../organizations/organizations.module';
import { CachedVerdict } from './cached-verdict.entity';
import { CheckEntry } from './history/check-entry.entity';
import { CheckHistory } from './history/check-history';
import { CheckPages } from './history/check-pages';
import { engineFromConfig } from './engine-from-config';
import { EngineHealth } from './engine-health';
import { ENGINE } from './engine.token';
import { Sandbox } from './sandbox/sandbox';
import { TestValidationService } from './sandbox/test-validation.service';
import { SingleCharge } from './single-charge';
import { SingleValidationService } from './single-validation.service';
import { ValidationController } from './validation.controller';
import { VerdictCache } from './verdict-cache';

@Module({})
export class ValidationModule implements OnApplicationShutdown {
  /** @param feedback the module that knows what became of mails: the same object everywhere */
  static register(config: AppConfig, feedback: DynamicModule): DynamicModule {
    return {
      module: ValidationModule,
      imports: [OrganizationsModule, CreditsModule, feedback, TypeOrmModule.forFeature([CachedVerdict, CheckEntry])],
      controllers: config.ROLE === 'worker' ? [] : [ValidationController],
      providers: [
        {
          provide: ENGINE,
          useFactory: ({ client }: SharedRedis) => engineFromConfig(config, client),
          inject: [SharedRedis],
        },
        VerdictCache,
        SingleCharge,
        CheckHistory,
        CheckPages,
        SingleValidationService,
        Sandbox,
        TestValidationService,
        EngineHealth,
      ],
      exports: [ENGINE, CheckHistory, CheckPages, VerdictCache, EngineHealth, SingleValidationService, Sandbox],
    };
  }

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    cache: VerdictCache,
    metrics: Metrics,
    redis: SharedRedis,
    data: AddressData,
    keys: IdempotencyRetention,
  ) {
    // Answers to single checks hold addresses.
    data.deleteWith({ statement: ({ organizationId, email }) => keys.deletingAddress(organizationId, email) });
    // The slots of its sessions are given back there.
    redis.closeAfter(() => engine.close());
    const stats = () => engine.stats();
    metrics.watch('dns_queries_total', 'DNS questions sent.', () => stats().dnsQueries);
    metrics.watch('dns_cache_hits_total', 'DNS questions answered from memory.', () => stats().dnsCacheHits);
    metrics.watch('smtp_sessions_total', 'SMTP sessions opened.', () => stats().smtpSessionsOpened);
    metrics.watch('smtp_sessions_open', 'SMTP sessions open now.', () => stats().smtpSessionsOpen);
    metrics.watch('smtp_rcpt_commands_total', 'RCPT commands sent.', () => stats().rcptCommands);
    metrics.watch(
      'catch_all_cache_hits_total',
      'Catch-all questions answered from memory.',
      () => stats().catchAllCacheHits,
    );
    metrics.watch('verdict_cache_lookups_total', 'Verdicts looked for in the cache.', () => cache.lookUps);
    metrics.watch('verdict_cache_hits_total', 'Verdicts found in the cache.', () => cache.hits);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}
