import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthModule } from '../auth/auth.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SettingsModule } from '../settings/settings.module';
import { OutboxModule } from '../webhooks/outbox.module';
import { AccountOpening } from './account-opening';
import { ActorNames } from './actor-names';
import { ActorUsage } from './actor-usage';
import { ActorUsageRetention } from './actor-usage-retention';
import { AllowancesService } from './allowances.service';
import { CreditAlarms } from './credit-alarms';
import { CreditEntry } from './credit-entry.entity';
import { CreditsController } from './credits.controller';
import { CreditsService } from './credits.service';
import { Ledger } from './ledger';
import { Transfers } from './transfers';
import { LedgerLines } from './ledger-lines';
import { LedgerPages } from './ledger-pages';
import { UsageActor } from './usage-actor.entity';
import { UsageDay } from './usage-day.entity';
import { Usage } from './usage';

const SERVICES = [
  CreditAlarms,
  CreditsService,
  Ledger,
  LedgerLines,
  LedgerPages,
  ActorNames,
  ActorUsage,
  ActorUsageRetention,
  Usage,
  Transfers,
  AccountOpening,
];

@Module({
  imports: [
    SettingsModule,
    OrganizationsModule,
    AuthModule,
    OutboxModule,
    TypeOrmModule.forFeature([CreditEntry, UsageActor, UsageDay]),
  ],
  controllers: [CreditsController],
  providers: [...SERVICES, AllowancesService],
  exports: [TypeOrmModule, ...SERVICES],
})
export class CreditsModule {}
