import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter, type RateLimitState } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';
import { requireBudget } from './require-budget';

/** What all tokens of an organization may ask for together, unless a setting says otherwise. */
const ORGANIZATION_FACTOR = 10;

/** Of one token, over all routes. */
export const tokenBudget = (tokenId: string): string => `token ${tokenId}`;

/** Budgets of requests a minute for those who share one: multiples (`factor`) of what one token may ask for. */
@Injectable()
export class RequestBudgets {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Counts a request. @param key names the budget, such as `account 7`; @throws RateLimitedError */
  async use(key: string, factor = 1): Promise<void> {
    requireBudget(await this.limiter.use(key, this.config.RATE_LIMIT_PER_MINUTE * factor));
  }

  /**
   * Counts a request for an organization; those of other processes are seen some milliseconds later.
   * @returns a promise only where something must be waited for; @throws RateLimitedError
   */
  useOfOrganization(organizationId: number): void | Promise<void> {
    const state = this.limiter.useRoughly(`organization ${organizationId}`, this.organizationLimit());
    if (state instanceof Promise) return state.then(requireBudget);
    requireBudget(state);
  }

  /** What is left of them, without using any: of a token, and of all tokens of an organization. */
  ofToken(tokenId: string): Promise<RateLimitState> {
    return this.limiter.look(tokenBudget(tokenId), this.config.RATE_LIMIT_PER_MINUTE);
  }

  ofOrganization(organizationId: number): Promise<RateLimitState> {
    return this.limiter.look(`organization ${organizationId}`, this.organizationLimit());
  }

  /** Counts a request of a client. @param budget its name, such as `open routes`; @param address Express's `request.ip` */
  useByClient(budget: string, address: string | undefined, factor = 1): Promise<RateLimitState> {
    return useByClient(this.limiter, budget, address, this.config.RATE_LIMIT_PER_MINUTE * factor);
  }

  private organizationLimit(): number {
    const { ORGANIZATION_RATE_LIMIT_PER_MINUTE, RATE_LIMIT_PER_MINUTE } = this.config;
    return ORGANIZATION_RATE_LIMIT_PER_MINUTE ?? RATE_LIMIT_PER_MINUTE * ORGANIZATION_FACTOR;
  }
}
