import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from '../audit/audit.module';
import { AuthModule } from '../auth/auth.module';
import { BatchesModule } from '../batches/batches.module';
import { CommonModule } from '../common/common.module';
import type { AppConfig } from '../config/app-config';
import { readConfig } from '../config/env';
import { CreditsModule } from '../credits/credits.module';
import { DatabaseModule } from '../database/database.module';
import { FeedbackModule } from '../feedback/feedback.module';
import { MailModule } from '../mail/mail.module';
import { AuditPages } from '../management/audit-pages';
import { AccountDirectory } from '../operator/account-directory';
import { OrganizationDirectory } from '../operator/organization-directory';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { SessionsModule } from '../sessions/sessions.module';
import { SettingsModule } from '../settings/settings.module';
import { WebhooksModule } from '../webhooks/webhooks.module';

@Module({})
class CommandLineModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: CommandLineModule,
      imports: [
        CommonModule.register(config),
        DatabaseModule.register(config),
        RateLimitModule.register(config),
        AuditModule,
        MailModule.register(config),
        OrganizationsModule,
        AuthModule,
        CreditsModule,
        SessionsModule.register(config),
        SettingsModule,
        BatchesModule.forCommands(),
        FeedbackModule.forCommands(),
        WebhooksModule.forCommands(),
      ],
      providers: [AuditPages, AccountDirectory, OrganizationDirectory],
    };
  }
}

/** Runs a command with the service's own parts, and closes them. */
export async function withServices<Result>(
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const services = await NestFactory.createApplicationContext(CommandLineModule.register(readConfig()), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}
