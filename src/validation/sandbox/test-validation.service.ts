import { Injectable } from '@nestjs/common';
import { RateLimitedError } from '../../auth/auth.errors';
import { InsufficientCreditsError } from '../../credits/credits.errors';
import { NOT_ASKED, type Verification } from '../../engine';
import { orderEvidence } from '../../feedback/known/evidence-order';
import type { KnownKind } from '../../feedback/known/kinds';
import { KnownAddresses } from '../../feedback/known/known-addresses';
import { returnedMailVerdict } from '../../feedback/known/returned-mail';
import { testSideOf } from '../../feedback/test-side';
import { requireWellFormed } from '../require-well-formed';
import { Sandbox } from './sandbox';
import { SandboxServerError } from './sandbox.errors';
import type { SandboxFault } from './sandbox-mailboxes';

/** Seconds that `rate_limited@sandbox.test` asks to wait. */
const RATE_LIMITED_SECONDS = 30;

/** What a single check with a test token is answered: the parts of a `SingleValidation`, and nothing is charged. */
export interface TestAnswer {
  verification: Verification;
  fromCache: boolean;
  creditsUsed: 0;
  known: KnownKind | null;
  /** Why nobody was asked, where nobody was. */
  text?: string;
}

/**
 * Checks one address for a test token: in the sandbox, by the live checks' rules of syntax, evidence and time. There is no cache, no charge
 * and no history, nothing is shared with others, and nothing is known but what test tokens told.
 */
@Injectable()
export class TestValidationService {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly told: KnownAddresses,
  ) {}

  /**
   * @param leaving aborted when the caller has gone
   * @throws FieldsInvalidError; InsufficientCreditsError, RateLimitedError, SandboxServerError where the address says so
   */
  async validate(organizationId: number, email: string, leaving: AbortSignal): Promise<TestAnswer> {
    const { engine } = this.sandbox;
    const normalised = requireWellFormed(engine, email);
    const fault = this.sandbox.faultOf(normalised);
    if (fault !== null) throw errorOf(fault);
    const known = this.sandbox.knownOf(normalised) ?? (await this.toldOf(organizationId, normalised));
    if (known === 'hard_bounce') {
      return { verification: returnedMailVerdict(engine, email), fromCache: true, creditsUsed: 0, known };
    }
    const tenant = String(organizationId);
    const found = await engine.verify(email, { mode: 'single', tenant, signal: leaving });
    const verification = orderEvidence(found, known);
    const { text } = verification.evidence;
    return { verification, fromCache: false, creditsUsed: 0, known, ...(text === NOT_ASKED && { text }) };
  }

  /** What test tokens of the organization told. */
  private async toldOf(organizationId: number, normalised: string): Promise<KnownKind | null> {
    return (await this.told.findOne(testSideOf(organizationId), normalised))?.kind ?? null;
  }
}

function errorOf(fault: SandboxFault): Error {
  switch (fault) {
    case 'insufficient_credits':
      return new InsufficientCreditsError(1, 0);
    case 'rate_limited':
      return new RateLimitedError(RATE_LIMITED_SECONDS);
    case 'server_error':
      return new SandboxServerError();
  }
}
