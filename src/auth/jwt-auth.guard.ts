import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Response } from 'express';
import { noteCaller } from '../common/caller';
import { TEST_MODE } from '../common/test-mode';
import { AccountAccessReader } from './account-access';
import type { AuthorizedRequest } from './authorized-request';
import { FailedAuthentications } from './failed-authentications';
import { bearerToken, type TokenClaims } from './jwt.strategy';
import { TokenSigner } from './token-signer';
import { TokenUses } from './token-uses';
import { VerifiedTokens } from './verified-tokens';
import { requestOf, responseOf } from '../common/http-context';
import { notesOf } from '../common/request-notes';

/** Lets in whose token we signed, is not expired and not revoked (401; 429 for a client that keeps failing). */
@Injectable()
export class JwtAuthGuard extends AuthGuard('jwt') {
  constructor(
    private readonly signer: TokenSigner,
    private readonly verified: VerifiedTokens,
    private readonly accounts: AccountAccessReader,
    private readonly uses: TokenUses,
    private readonly failures: FailedAuthentications,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf<AuthorizedRequest>(context);
    const token = bearerToken(request);
    const claims = token === null ? null : (this.verified.find(token) ?? (await this.verify(context, token)));
    // Before anything is refused: also that says so.
    if (claims?.isTest === true) responseOf<Response>(context).setHeader(TEST_MODE, 'true');
    const account = claims === null ? null : await this.accounts.find(claims.tokenId);
    if (claims === null || account === null || account.isRevoked || account.accountId !== claims.accountId) {
      throw await this.failures.refusal(request);
    }
    this.uses.note(claims.tokenId);
    noteCaller(request, { accountId: account.accountId, tokenId: claims.tokenId });
    if (claims.isTest) noteCaller(request, { isTest: true });
    notesOf(request).token = { claims, account };
    return true;
  }

  /** What Passport found: a fault of ours stays one, and is no token that does not hold. */
  override handleRequest<User>(error: unknown, user: User): User {
    if (error instanceof Error) throw error;
    return user;
  }

  /** Passport is asked once a token and process: its way through a request costs more than all that comes after it. */
  private async verify(context: ExecutionContext, token: string): Promise<TokenClaims | null> {
    const request = requestOf<AuthorizedRequest & { user?: TokenClaims | false }>(context);
    request.tokenKey = this.signer.key;
    await super.canActivate(context);
    const { user } = request;
    if (user === undefined || user === false) return null;
    this.verified.add(token, user);
    return user;
  }
}
