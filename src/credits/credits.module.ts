import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { AccountOpening } from './account-opening';
import { CreditsController } from './credits.controller';
import { CreditsService } from './credits.service';
import { Ledger } from './ledger';

@Module({
  imports: [AuthModule],
  controllers: [CreditsController],
  providers: [CreditsService, Ledger, AccountOpening],
  exports: [CreditsService, Ledger, AccountOpening],
})
export class CreditsModule {}
