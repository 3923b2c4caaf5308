import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { AccountDeletionController } from './account-deletion.controller';
import { AccountRemoval } from './account-removal';
import { AuditController } from './audit.controller';
import { AuditPages } from './audit-pages';
import { CreditTransfersController } from './credit-transfers.controller';
import { CheckHistoryController } from './check-history.controller';
import { CheckController } from './check.controller';
import { FeedbackImportsController } from './feedback-imports.controller';
import { FeedbackAccuracyController } from './feedback-accuracy.controller';
import { FeedbackSourcesController } from './feedback-sources.controller';
import { FeedbackTestsController } from './feedback-tests.controller';
import { InvitationLinksController } from './invitation-links.controller';
import { InvitationsController } from './invitations.controller';
import { KnownAddressesController } from './known-addresses.controller';
import { MemberRights } from './member-rights';
import { MembersController } from './members.controller';
import { OrganizationBatchResultsController } from './organization-batch-results.controller';
import { OrganizationBatchViews } from './organization-batch-views';
import { OrganizationBatchesController } from './organization-batches.controller';
import { OrganizationCreditsController } from './organization-credits.controller';
import { LedgerView } from './ledger-view';
import { LimitsController } from './limits.controller';
import { OrganizationLedgerController } from './organization-ledger.controller';
import { OrganizationRemoval } from './organization-removal';
import { OrganizationsController } from './organizations.controller';
import { SharedSummariesController } from './shared-summaries.controller';
import { SummaryLinksController } from './summary-links.controller';
import { TwoFactorRequirement } from './two-factor-requirement';
import { TokensController } from './tokens.controller';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhooksController } from './webhooks.controller';

/** The interface for people, behind the session cookie. */
@Module({})
export class ManagementModule {
  /** @param features the registered modules of sessions, validation and batches: the same objects as everywhere */
  static register({ ROLE }: AppConfig, features: DynamicModule[]): DynamicModule {
    if (ROLE === 'worker') return { module: ManagementModule };
    return {
      module: ManagementModule,
      imports: [OrganizationsModule, CreditsModule, ...features],
      controllers: [
        OrganizationsController,
        MembersController,
        InvitationsController,
        InvitationLinksController,
        TokensController,
        AuditController,
        AccountDeletionController,
        OrganizationCreditsController,
        LimitsController,
        OrganizationLedgerController,
        CreditTransfersController,
        OrganizationBatchesController,
        OrganizationBatchResultsController,
        SummaryLinksController,
        SharedSummariesController,
        CheckController,
        CheckHistoryController,
        FeedbackImportsController,
        FeedbackSourcesController,
        FeedbackTestsController,
        KnownAddressesController,
        FeedbackAccuracyController,
        WebhooksController,
        WebhookDeliveriesController,
      ],
      providers: [
        AccountRemoval,
        TwoFactorRequirement,
        AuditPages,
        LedgerView,
        MemberRights,
        OrganizationBatchViews,
        OrganizationRemoval,
      ],
    };
  }
}
