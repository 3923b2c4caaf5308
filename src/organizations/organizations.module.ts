import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service';
import { InvitationsService } from './invitations.service';
import { MembershipsService } from './memberships.service';
import { OrganizationsService } from './organizations.service';

const SERVICES = [AccountsService, OrganizationsService, MembershipsService, InvitationsService];

@Module({ providers: SERVICES, exports: SERVICES })
export class OrganizationsModule {}
