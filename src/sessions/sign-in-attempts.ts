import { Injectable } from '@nestjs/common';
import { requireBudget } from '../auth/require-budget';
import { clientKey } from '../common/client-key';
import { HOUR, MINUTE, RateLimiter } from '../rate-limit/rate-limiter';

/** Passwords that may be tried for one account in a minute: by one client, or in one session. */
const PER_MINUTE = 10;
/** Passwords that may be tried for one account in an hour from wherever (OWASP ASVS 2.2.1). */
const PER_HOUR = 100;

/** Of a million codes three are right at any time: so few tries are hopeless. */
const CODES_PER_HOUR = 30;

/** Who tries a password. */
export interface Attempt {
  email: string;
  /** As Express's `request.ip` gives it. */
  clientAddress: string | undefined;
  /** The account's session that the client had or has, if any: strangers who guess must not shut its owner out. */
  knownSessionId: number | null;
}

/**
 * Bounds how fast passwords can be guessed, counted before a password is looked at, for addresses without an account as
 * well. Each client has a count of its own, so that nobody is refused for what others try, until an account is attacked
 * from many addresses at once; even then a browser that was signed in before gets through.
 */
@Injectable()
export class SignInAttempts {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws RateLimitedError */
  async count({ email, clientAddress, knownSessionId }: Attempt): Promise<void> {
    if (knownSessionId !== null) {
      requireBudget(await this.limiter.use(`sign-in after session ${knownSessionId}`, PER_MINUTE));
      return;
    }
    requireBudget(await this.limiter.use(`password of ${email} from ${clientKey(clientAddress)}`, PER_MINUTE));
    requireBudget(await this.limiter.use(`password of ${email}`, PER_HOUR, HOUR));
  }

  /** Codes of the second factor, by whoever gave the right password, or is signed in. @throws RateLimitedError */
  async countCode(accountId: number): Promise<void> {
    requireBudget(await this.limiter.use(`code of account ${accountId}`, PER_MINUTE));
    requireBudget(await this.limiter.use(`code of account ${accountId}`, CODES_PER_HOUR, HOUR));
  }

  /** Of somebody who is signed in and gives the password once more: apart from what strangers try. @throws RateLimitedError */
  async countConfirmation(accountId: number): Promise<void> {
    for (const [limit, window] of [
      [PER_MINUTE, MINUTE],
      [PER_HOUR, HOUR],
    ] as const) {
      requireBudget(await this.limiter.use(`password once more of account ${accountId}`, limit, window));
    }
  }
}
