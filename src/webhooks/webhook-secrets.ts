import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { SecretBox } from '../common/secret-box';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { WebhookEndpoint } from './webhook-endpoint.entity';

const PREFIX = 'whsec_';

/** The keys of our signatures (Standard Webhooks 1.0.0), which must be read again to sign: sealed under `JWT_SECRET`. */
@Injectable()
export class WebhookSecrets {
  private readonly box: SecretBox;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.box = new SecretBox(config.JWT_SECRET, 'webhook secrets');
  }

  /** `whsec_` and 32 random bytes in base64. */
  make(): string {
    return `${PREFIX}${randomBytes(32).toString('base64')}`;
  }

  close(organizationId: number, secret: string): string {
    return this.box.close(secret, context(organizationId));
  }

  /**
   * The `webhook-signature` of a message: one for each key that holds now, the newer first.
   * @param seconds the `webhook-timestamp`
   * @returns null: the key was sealed under another `JWT_SECRET`
   */
  sign(endpoint: WebhookEndpoint, message: { id: string; seconds: number; body: string }, now: number): string | null {
    const { organizationId, secret, oldSecret, oldSecretUntil } = endpoint;
    const held = [secret, oldSecretUntil !== null && oldSecretUntil > now ? oldSecret : null];
    const opened = held.map((closed) => (closed === null ? null : this.box.open(closed, context(organizationId))));
    if (opened[0] === null) return null;
    const content = `${message.id}.${message.seconds}.${message.body}`;
    return opened
      .filter((key) => key !== null)
      .map((key) => createHmac('sha256', Buffer.from(key.slice(PREFIX.length), 'base64')).update(content))
      .map((hmac) => `v1,${hmac.digest('base64')}`)
      .join(' ');
  }
}

const context = (organizationId: number): string => `organization ${organizationId}`;
