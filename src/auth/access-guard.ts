import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { noteCaller } from '../common/caller';
import { logSecurityEvent } from '../common/security-event';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter, type RateLimitState } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';
import type { Access } from './access';
import { AccountAccessReader, type AccountAccess } from './account-access';
import {
  ForeignOrganizationError,
  MissingPermissionError,
  NoOrganizationError,
  RateLimitedError,
  UnauthenticatedError,
} from './auth.errors';
import type { Permission } from './permissions';
import { TokenSigner, type TokenClaims } from './token-signer';
import { TokenUses } from './token-uses';

/** Failed authentications that one client address may make, as a multiple of a token's request budget. */
const FAILED_AUTHENTICATIONS_FACTOR = 5;
/** What all tokens of an organization may ask for together, unless a setting says otherwise. */
const ORGANIZATION_FACTOR = 10;

export interface RequiredPermission {
  permission: Permission;
  /** The specification's sentence for a token that lacks it. */
  refusal: string;
}

export const RequiredPermission = Reflector.createDecorator<RequiredPermission>();

export type AuthorizedRequest = Request & { access?: Access };

/**
 * Lets a request of the interface in, in this order: token (401), its rate (429), organization (400, 403), the
 * organization's rate (429), permission (403).
 * Body and credits are checked later, by the routes.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly signer: TokenSigner,
    private readonly reader: AccountAccessReader,
    private readonly uses: TokenUses,
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthorizedRequest>();
    const { claims, account } = await this.authenticate(request);
    this.uses.note(claims.tokenId);
    noteCaller(request, { accountId: account.accountId, tokenId: claims.tokenId });
    await this.limitRate(claims.tokenId, http.getResponse<Response>());
    const organizationId = selectOrganization(request.headers['x-organization-id'], account);
    noteCaller(request, { organizationId });
    await this.limitOrganization(organizationId);
    const { permission, refusal } = this.reflector.get(RequiredPermission, context.getHandler());
    if (!claims.permissions.has(permission)) throw new MissingPermissionError(refusal);
    request.access = {
      tokenId: claims.tokenId,
      accountId: account.accountId,
      organizationId,
      permissions: claims.permissions,
    };
    return true;
  }

  private async authenticate(request: Request): Promise<{ claims: TokenClaims; account: AccountAccess }> {
    const claims = this.signer.read(bearerToken(request.headers.authorization));
    const account = claims === null ? null : await this.reader.find(claims.tokenId);
    if (claims !== null && account !== null && !account.isRevoked && account.accountId === claims.accountId) {
      return { claims, account };
    }
    const failures = await useByClient(
      this.limiter,
      'failed authentication',
      request.ip,
      this.config.RATE_LIMIT_PER_MINUTE * FAILED_AUTHENTICATIONS_FACTOR,
    );
    if (failures.isExceeded) logSecurityEvent(request, 'failed_authentications', 'refused');
    throw failures.isExceeded ? new RateLimitedError(failures.resetSeconds) : new UnauthenticatedError();
  }

  /** One bucket per token, over all routes and all processes. */
  private async limitRate(tokenId: string, response: Response): Promise<void> {
    const state = await this.limiter.use(`token ${tokenId}`, this.config.RATE_LIMIT_PER_MINUTE);
    setRateLimitHeaders(response, state);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
  }

  /** All tokens of an organization together; a token that is refused for itself takes nothing from the others. */
  private async limitOrganization(organizationId: number): Promise<void> {
    const limit =
      this.config.ORGANIZATION_RATE_LIMIT_PER_MINUTE ?? this.config.RATE_LIMIT_PER_MINUTE * ORGANIZATION_FACTOR;
    const state = await this.limiter.use(`organization ${organizationId}`, limit);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
  }
}

/** RFC 6750 2.1; the scheme's case does not matter (RFC 9110 11.1). */
function bearerToken(header: string | undefined): string {
  return /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
}

/** The field names of draft-ietf-httpapi-ratelimit-headers, version 03 to 07. */
function setRateLimitHeaders(response: Response, state: RateLimitState): void {
  response.setHeader('RateLimit-Limit', state.limit);
  response.setHeader('RateLimit-Remaining', state.remaining);
  response.setHeader('RateLimit-Reset', state.resetSeconds);
}

function selectOrganization(header: string | string[] | undefined, account: AccountAccess): number {
  const named = header === undefined ? '' : String(header).trim();
  if (named !== '') {
    if (!account.organizationIds.has(named)) throw new ForeignOrganizationError();
    return Number(named);
  }
  const fallback = account.defaultOrganizationId;
  if (fallback === null || !account.organizationIds.has(String(fallback))) throw new NoOrganizationError();
  return fallback;
}
