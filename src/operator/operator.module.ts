import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { AuthModule } from '../auth/auth.module';
import { CreditsModule } from '../credits/credits.module';
import { AuditPages } from '../management/audit-pages';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SettingsModule } from '../settings/settings.module';
import { AccountDirectory } from './account-directory';
import { OperatorAccountsController } from './operator-accounts.controller';
import { OperatorBatchesController } from './operator-batches.controller';
import { OperatorFeedbackController } from './operator-feedback.controller';
import { OperatorOrganizationsController } from './operator-organizations.controller';
import { OperatorRights } from './operator-rights';
import { OperatorServiceController } from './operator-service.controller';
import { OrganizationDirectory } from './organization-directory';
import { ServiceHealth } from './service-health';

/** The interface for operators, behind the session cookie of an account that the command line made one. */
@Module({})
export class OperatorModule {
  /** @param features the registered modules of sessions, validation and batches: the same objects as everywhere */
  static register({ ROLE }: AppConfig, features: DynamicModule[]): DynamicModule {
    if (ROLE === 'worker') return { module: OperatorModule };
    return {
      module: OperatorModule,
      imports: [SettingsModule, OrganizationsModule, AuthModule, CreditsModule, ...features],
      controllers: [
        OperatorAccountsController,
        OperatorOrganizationsController,
        OperatorServiceController,
        OperatorBatchesController,
        OperatorFeedbackController,
      ],
      providers: [AuditPages, OperatorRights, AccountDirectory, OrganizationDirectory, ServiceHealth],
    };
  }
}
