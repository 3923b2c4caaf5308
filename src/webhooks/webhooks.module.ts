import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { GuardedFetch } from '../common/guarded-fetch';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { OrganizationsModule } from '../organizations/organizations.module';
import { DeliveriesRepository } from './delivery/deliveries.repository';
import { WebhookDispatcher } from './delivery/webhook-dispatcher';
import { webhookFetch } from './delivery/webhook-fetch';
import { WebhookProcessor } from './delivery/webhook.processor';
import { WebhookNotices } from './delivery/webhook-notices';
import { WebhookSender } from './delivery/webhook-sender';
import { OutboxModule } from './outbox.module';
import { TokenExpiries } from './token-expiries';
import { WebhookDeliveries } from './webhook-deliveries.service';
import { WebhookEndpoints } from './webhook-endpoints.service';
import { WebhookRetention } from './webhook-retention';
import { WebhookSecrets } from './webhook-secrets';

const FOUNDATION = [OrganizationsModule, AuthModule, OutboxModule];
const SERVICES = [WebhookSecrets, WebhookEndpoints, WebhookDeliveries];
const WORK = [DeliveriesRepository, WebhookNotices, WebhookSender, WebhookDispatcher, WebhookProcessor];

/** Where organizations are told what happens; the telling where the process works. */
@Module({})
export class WebhooksModule {
  /** For the command line. */
  static forCommands(): DynamicModule {
    return { module: WebhooksModule, imports: FOUNDATION, providers: SERVICES, exports: SERVICES };
  }

  static register({ ROLE }: Pick<AppConfig, 'ROLE'>): DynamicModule {
    return {
      module: WebhooksModule,
      imports: FOUNDATION,
      providers: [
        ...SERVICES,
        TokenExpiries,
        WebhookRetention,
        ...(ROLE === 'api' ? [] : WORK),
        { provide: GuardedFetch, useFactory: (config: AppConfig) => webhookFetch(config), inject: [APP_CONFIG] },
      ],
      exports: [OutboxModule, WebhookRetention, ...SERVICES],
    };
  }
}
