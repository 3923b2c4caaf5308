import { Injectable } from '@nestjs/common';
import { addressKey } from '../common/address-key';
import type { Statement } from '../database/database';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';

/** What is deleted of keys, and when: after a day, and with whom or what they are about. */
@Injectable()
export class IdempotencyRetention {
  constructor(private readonly keys: IdempotencyKeysRepository) {}

  /** Deletes what has expired, some rows at a time; returns whether none is left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    return this.keys.sweep(signal);
  }

  /** Deletes those of an organization, some rows at a time. */
  forget(organizationId: number): Promise<void> {
    return this.keys.forget(organizationId);
  }

  /** Deletes those about one address. @param email normalised */
  deletingAddress(organizationId: number, email: string): Statement {
    return this.keys.ofAddress(organizationId, addressKey(email));
  }

  /** Deletes those that an account sent for itself. */
  deletingAccount(accountId: number): Statement {
    return this.keys.ofAccount(accountId);
  }
}
