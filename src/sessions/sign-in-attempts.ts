import { Inject, Injectable } from '@nestjs/common';
import { RateLimitedError } from '../auth/auth.errors';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter } from '../rate-limit/rate-limiter';

/** Passwords that may be tried for one account in a minute, from wherever. */
const PER_ACCOUNT = 10;

/**
 * Bounds how fast passwords can be guessed: for one account, and from one client address. Counted before a password is
 * looked at, for addresses without an account as well.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws RateLimitedError */
  async count(email: string, clientAddress: string | undefined): Promise<void> {
    await this.countClient(clientAddress);
    await this.use(`password of ${email.trim().toLowerCase()}`, PER_ACCOUNT);
  }

  /** For what costs a hash or a look-up and names no account. @throws RateLimitedError */
  async countClient(clientAddress: string | undefined): Promise<void> {
    await this.use(`sign-in from ${clientAddress ?? 'nowhere'}`, this.config.RATE_LIMIT_PER_MINUTE);
  }

  private async use(key: string, limit: number): Promise<void> {
    const state = await this.limiter.use(key, limit);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
  }
}
