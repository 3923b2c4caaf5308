import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { CheckController } from './check.controller';
import { InvitationLinksController } from './invitation-links.controller';
import { InvitationsController } from './invitations.controller';
import { MemberRights } from './member-rights';
import { MembersController } from './members.controller';
import { OrganizationBatchesController } from './organization-batches.controller';
import { OrganizationCreditsController } from './organization-credits.controller';
import { OrganizationGuard } from './organization-guard';
import { OrganizationRemoval } from './organization-removal';
import { OrganizationsController } from './organizations.controller';
import { TokensController } from './tokens.controller';

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
        OrganizationCreditsController,
        OrganizationBatchesController,
        CheckController,
      ],
      providers: [OrganizationGuard, MemberRights, OrganizationRemoval],
    };
  }
}
