import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { Token } from './auth/token.entity';
import { BatchesModule } from './batches/batches.module';
import { CommonModule } from './common/common.module';
import type { AppConfig } from './config/app-config';
import { CreditsModule } from './credits/credits.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { HttpModule } from './http/http.module';
import { ManagementModule } from './management/management.module';
import { Account } from './organizations/account.entity';
import { Membership } from './organizations/membership.entity';
import { Organization } from './organizations/organization.entity';
import { OrganizationsModule } from './organizations/organizations.module';
import { QueueModule } from './queue/queue.module';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { SessionsModule } from './sessions/sessions.module';
import { ValidationModule } from './validation/validation.module';

export const entities = [Account, Membership, Organization, Token];

/** The whole service, or its interface alone with `ROLE=api`. */
@Module({})
export class AppModule {
  static register(config: AppConfig): DynamicModule {
    const sessions = SessionsModule.register(config);
    const validation = ValidationModule.register(config);
    const batches = BatchesModule.register(config, validation);
    return {
      module: AppModule,
      imports: [
        CommonModule.register(config),
        DatabaseModule.register(config, entities),
        RateLimitModule.register(config),
        OrganizationsModule,
        AuthModule,
        CreditsModule,
        sessions,
        validation,
        QueueModule.register(config),
        batches,
        ManagementModule.register(config, [sessions, validation, batches]),
        DashboardModule,
        HttpModule,
      ],
    };
  }
}
