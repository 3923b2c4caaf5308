import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Idempotency } from './idempotency.service';
import { IdempotencyKey } from './idempotency-key.entity';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import { IdempotencyRetention } from './idempotency-retention';
import { SealedAnswers } from './sealed-answers';
import { Refusals } from './stored-answer';

/** Global: the controllers of many features do things once. */
@Global()
@Module({})
export class IdempotencyModule {
  static register(refusals: Refusals): DynamicModule {
    return {
      module: IdempotencyModule,
      imports: [TypeOrmModule.forFeature([IdempotencyKey])],
      providers: [
        { provide: Refusals, useValue: refusals },
        SealedAnswers,
        IdempotencyKeysRepository,
        IdempotencyRetention,
        Idempotency,
      ],
      exports: [Idempotency, IdempotencyRetention],
    };
  }
}
