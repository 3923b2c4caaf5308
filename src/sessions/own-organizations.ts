import { Injectable } from '@nestjs/common';
import { CreditsService } from '../credits/credits.service';
import { AccountsService } from '../organizations/accounts.service';
import { MembershipsService } from '../organizations/memberships.service';
import { toAccountResponse, type OwnOrganizationResponse, type SignedInResponse } from './session.responses';
import { TwoFactorService } from './two-factor.service';

/** An account and its organizations, as its owner sees them. */
@Injectable()
export class OwnOrganizations {
  constructor(
    private readonly accounts: AccountsService,
    private readonly memberships: MembershipsService,
    private readonly credits: CreditsService,
    private readonly twoFactor: TwoFactorService,
  ) {}

  async signedIn(accountId: number): Promise<SignedInResponse> {
    const account = await this.accounts.get(accountId);
    return {
      account: toAccountResponse(account),
      organizations: await this.list(accountId, account.defaultOrganizationId),
    };
  }

  async list(accountId: number, defaultId: number | null): Promise<OwnOrganizationResponse[]> {
    const organizations = await this.memberships.organizationsOf(accountId);
    const balances = await this.credits.balances(organizations.map(({ id }) => id));
    const isAsked = organizations.some(({ twoFactorRequired }) => twoFactorRequired === 1);
    const isLacking = isAsked && !(await this.twoFactor.isOn(accountId));
    return organizations.map(({ id, name, role, twoFactorRequired }) => ({
      id,
      name,
      role,
      is_default: id === defaultId,
      balance: balances.get(id) ?? 0,
      needs_two_factor: isLacking && twoFactorRequired === 1,
    }));
  }
}
