import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { Account } from './account.entity';
import { AccountsService } from './accounts.service';
import { InvitationConditions } from './invitation-conditions';
import { StoredInvitation } from './invitation.entity';
import { InvitationLinksService } from './invitation-links.service';
import { InvitationsService } from './invitations.service';
import { MemberData } from './member-data';
import { MembershipChanges } from './membership-changes';
import { Membership } from './membership.entity';
import { MembershipsService } from './memberships.service';
import { Organization } from './organization.entity';
import { OrganizationsService } from './organizations.service';

const SERVICES = [
  AccountsService,
  OrganizationsService,
  MembershipsService,
  MembershipChanges,
  MemberData,
  InvitationsService,
  InvitationLinksService,
];
const PARTS = [InvitationConditions];

@Module({
  imports: [AuditModule, TypeOrmModule.forFeature([Account, Organization, Membership, StoredInvitation])],
  providers: [...SERVICES, ...PARTS],
  exports: [TypeOrmModule, ...SERVICES],
})
export class OrganizationsModule {}
