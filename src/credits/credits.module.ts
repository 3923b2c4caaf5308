import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AccountOpening } from './account-opening';
import { CreditsController } from './credits.controller';
import { CreditsService } from './credits.service';
import { Ledger } from './ledger';
import { LedgerPages } from './ledger-pages';
import { Usage } from './usage';

const SERVICES = [CreditsService, Ledger, LedgerPages, Usage, AccountOpening];

@Module({
  imports: [AuthModule],
  controllers: [CreditsController],
  providers: SERVICES,
  exports: SERVICES,
})
export class CreditsModule {}
