import { Inject, Injectable } from '@nestjs/common';
import * as ipaddr from 'ipaddr.js';
import { requireBudget } from '../auth/require-budget';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { InvitationLinksService } from '../organizations/invitation-links.service';
import { InvitationNotFoundError } from '../organizations/organizations.errors';
import { ServiceSettings } from '../settings/service-settings';
import { DAY, HOUR, RateLimiter } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';
import { SignUpClosedError } from './sessions.errors';

/**
 * Clients on this machine share one address, and so do all clients of a proxy here that does not say for whom it asks
 * (`TRUST_PROXY` unset): together they may do as much as this many clients.
 */
const LOOPBACK_FACTOR = 100;
/** An IPv6 /48 costs nothing at a tunnel broker. */
const SITE_FACTOR = 2;

/** Who may make an account of their own, how often, and who gets free credits with it. */
@Injectable()
export class SignUpRules {
  constructor(
    private readonly invitations: InvitationLinksService,
    private readonly limiter: RateLimiter,
    private readonly settings: ServiceSettings,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param email normalised
   * @param invitation the secret of an invitation's link
   * @throws SignUpClosedError
   */
  async requireOpen(email: string, invitation: string | undefined): Promise<void> {
    const mode = await this.settings.signUp();
    if (mode === 'open') return;
    if (mode === 'invited' && invitation !== undefined && (await this.isInvited(email, invitation))) return;
    throw new SignUpClosedError(mode);
  }

  /** Counts an account that is about to be made. @throws RateLimitedError */
  async count(clientAddress: string | undefined): Promise<void> {
    const limit = this.limitOf(clientAddress);
    const state = await useByClient(this.limiter, 'sign-up', clientAddress, limit, HOUR, SITE_FACTOR);
    requireBudget(state);
  }

  /**
   * The credits of an account that is about to be made. As many accounts of a client in a day get the free ones as it may
   * make in an hour: a team behind one address does, a machine that makes accounts for their credits does not.
   */
  async freeCredits(clientAddress: string | undefined): Promise<number> {
    const limit = this.limitOf(clientAddress);
    const state = await useByClient(this.limiter, 'free credits', clientAddress, limit, DAY, SITE_FACTOR);
    return state.isExceeded ? 0 : this.settings.freeCredits();
  }

  private limitOf(clientAddress: string | undefined): number {
    return this.config.SIGN_UPS_PER_HOUR * (isLoopback(clientAddress) ? LOOPBACK_FACTOR : 1);
  }

  private async isInvited(email: string, invitation: string): Promise<boolean> {
    try {
      return (await this.invitations.open(invitation)).email === email;
    } catch (error) {
      if (error instanceof InvitationNotFoundError) return false;
      throw error;
    }
  }
}

function isLoopback(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
