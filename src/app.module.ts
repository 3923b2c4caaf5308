import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from './auth/auth.module';
import { AuditModule } from './audit/audit.module';
import { BatchesModule } from './batches/batches.module';
import { CommonModule } from './common/common.module';
import type { AppConfig } from './config/app-config';
import { CreditsModule } from './credits/credits.module';
import { DashboardModule } from './dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { FeedbackModule } from './feedback/feedback.module';
import { FeedbackUploadsModule } from './feedback-uploads/feedback-uploads.module';
import { errorRefusals } from './http/error-refusals';
import { HttpModule } from './http/http.module';
import { IdempotencyModule } from './idempotency/idempotency.module';
import { MailModule } from './mail/mail.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { ManagementModule } from './management/management.module';
import { OperatorModule } from './operator/operator.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { QueueModule } from './queue/queue.module';
import { RateLimitModule } from './rate-limit/rate-limit.module';
import { SessionsModule } from './sessions/sessions.module';
import { ValidationModule } from './validation/validation.module';
import { WebhooksModule } from './webhooks/webhooks.module';

/** The whole service, or its interface alone with `ROLE=api`. */
@Module({})
export class AppModule {
  static register(config: AppConfig): DynamicModule {
    const webhooks = WebhooksModule.register(config);
    const sessions = SessionsModule.register(config);
    const feedback = FeedbackModule.register(config);
    const validation = ValidationModule.register(config, feedback);
    const batches = BatchesModule.register(config, feedback, validation);
    const uploads = FeedbackUploadsModule.register(config, [feedback, batches]);
    return {
      module: AppModule,
      imports: [
        CommonModule.register(config),
        DatabaseModule.register(config),
        RateLimitModule.register(config),
        IdempotencyModule.register(errorRefusals),
        AuditModule,
        MailModule.register(config),
        OrganizationsModule,
        AuthModule,
        webhooks,
        CreditsModule,
        sessions,
        feedback,
        validation,
        QueueModule.register(config),
        batches,
        uploads,
        MaintenanceModule.register(config, [webhooks, feedback, validation, batches]),
        ManagementModule.register(config, [webhooks, sessions, feedback, validation, batches, uploads]),
        OperatorModule.register(config, [sessions, feedback, validation, batches]),
        DashboardModule,
        HttpModule,
      ],
    };
  }
}
