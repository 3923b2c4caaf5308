import { Inject, Injectable, Logger } from '@nestjs/common';
import { publicOrigin } from '../../common/public-origin';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { Mailer } from '../../mail/mailer';
import { MembershipsService } from '../../organizations/memberships.service';
import { OrganizationsService } from '../../organizations/organizations.service';
import type { WebhookEndpoint } from '../webhook-endpoint.entity';
import { webhookMail, type WebhookNews } from '../webhook-mail-texts';

/** Tells owners and admins by mail what became of a webhook of theirs, where mail can be sent. */
@Injectable()
export class WebhookNotices {
  private readonly logger = new Logger('Webhooks');

  constructor(
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationsService,
    private readonly memberships: MembershipsService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Never rejects: what it is about is true already. */
  async tell({ id, organizationId, url }: WebhookEndpoint, news: WebhookNews): Promise<void> {
    this.logger.warn(`Webhook ${id} ${news === 'warning' ? 'has failed for a day' : `is switched off (${news})`}.`);
    if (!this.mailer.isOn) return;
    try {
      const { name: organization } = await this.organizations.get(organizationId);
      const link = `${publicOrigin(this.config)}/dashboard/#/o/${organizationId}/webhooks`;
      const mail = webhookMail(news, { id, host: new URL(url).host, organization, link });
      for (const to of await this.memberships.managersOf(organizationId)) this.mailer.send({ to, ...mail });
    } catch (error) {
      this.logger.error(`Nobody could be told by mail of webhook ${id}: ${String(error)}`);
    }
  }
}
