import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { SecretBox } from '../../common/secret-box';
import type { FeedbackSource } from './feedback-source.entity';

/** Longest key: public keys are among them. */
export const MOST_SECRET_CHARACTERS = 4096;

type Held = Pick<FeedbackSource, 'organizationId' | 'secret' | 'oldSecret' | 'oldSecretUntil'>;

/** The keys of providers' signatures, which must be read again to check one: sealed under `JWT_SECRET`. */
@Injectable()
export class SourceSecrets {
  private readonly box: SecretBox;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.box = new SecretBox(config.JWT_SECRET, 'feedback source secrets');
  }

  close(organizationId: number, secret: string): string {
    return this.box.close(secret, context(organizationId));
  }

  /** The keys that hold now, the newer first; one that was sealed under another `JWT_SECRET` is none. */
  open({ organizationId, secret, oldSecret, oldSecretUntil }: Held, now: number): string[] {
    const held = [secret, oldSecretUntil !== null && oldSecretUntil > now ? oldSecret : null];
    return held.flatMap((closed) => {
      const opened = closed === null ? null : this.box.open(closed, context(organizationId));
      return opened === null ? [] : [opened];
    });
  }
}

const context = (organizationId: number): string => `organization ${organizationId}`;
