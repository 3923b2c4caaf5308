import { Inject, Injectable } from '@nestjs/common';
import { createHmac, hkdfSync } from 'node:crypto';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';

/**
 * By what an address is found again without being kept: HMAC-SHA256 under a key that HKDF-SHA256 (RFC 5869) derives from
 * `JWT_SECRET`, so that a copy of the database alone does not tell who was asked about. Of one organization: two that ask about
 * the same address have different hashes. Under a new secret what was answered before is not found any more: no outcome comes
 * to it, and it goes by its age (30 days) alone.
 */
@Injectable()
export class AddressHasher {
  private readonly key: Buffer;

  constructor(@Inject(APP_CONFIG) { JWT_SECRET }: Pick<AppConfig, 'JWT_SECRET'>) {
    this.key = Buffer.from(hkdfSync('sha256', JWT_SECRET, '', 'addresses of answered verdicts', 32));
  }

  /** 128 bits, as 22 characters. @param normalised the address */
  hash(organizationId: number, normalised: string): string {
    return createHmac('sha256', this.key).update(`${organizationId}\0${normalised}`).digest('base64url').slice(0, 22);
  }
}
