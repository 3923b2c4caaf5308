import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { sandboxName, type Engine } from '../../engine';
import type { KnownKind } from '../../feedback/known/kinds';
import { sandboxFromConfig } from '../engine-from-config';
import { SANDBOX_FAULTS, SANDBOX_MAILBOXES, type SandboxFault } from './sandbox-mailboxes';

/** The world of test tokens: `sandbox.test`. Nothing of it asks the network or the database, and nothing is remembered. */
@Injectable()
export class Sandbox {
  readonly engine: Engine;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.engine = sandboxFromConfig(config);
  }

  /** What the organization's own mails are taken to have met; null: nothing. */
  knownOf(normalised: string): KnownKind | null {
    return SANDBOX_MAILBOXES.get(sandboxName(normalised) ?? '')?.known ?? null;
  }

  /** What a single check of the address ends with, in place of a verdict; null: it gets one. */
  faultOf(normalised: string): SandboxFault | null {
    const name = sandboxName(normalised) ?? '';
    return Object.hasOwn(SANDBOX_FAULTS, name) ? (name as SandboxFault) : null;
  }
}
