import { Inject, Injectable } from '@nestjs/common';
import { addressKey } from '../../common/address-key';
import { Clock } from '../../common/clock';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import type { AddressState } from './fold-events';
import { FeedbackUse } from './feedback-use';
import { isTestSide } from '../test-side';
import { KnownAddressesRepository } from './known-addresses.repository';
import { knownAt, type Known } from './known-kind';

/** What an organization's own mails say of addresses, for verdicts. Never across organizations. */
@Injectable()
export class KnownAddresses {
  constructor(
    private readonly addresses: KnownAddressesRepository,
    private readonly use: FeedbackUse,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @param organizationId or its test side; @param normalised the address
   * @returns no promise where the organization is known to use no feedback
   */
  findOne(organizationId: number, normalised: string): null | Promise<Known | null> {
    const isUsed = this.isUsed(organizationId);
    return isUsed === false ? null : this.findWhere(isUsed, organizationId, normalised);
  }

  private async findWhere(
    isUsed: true | Promise<boolean>,
    organizationId: number,
    normalised: string,
  ): Promise<Known | null> {
    if (!(await isUsed)) return null;
    const found = await this.addresses.findOne(organizationId, addressKey(normalised));
    return found === null ? null : knownAt(found.state, this.clock.now(), this.config);
  }

  /** Of these addresses those of which something is known. */
  async find(organizationId: number, normalised: readonly string[]): Promise<Map<string, Known>> {
    const known = new Map<string, Known>();
    if (normalised.length === 0 || !(await this.isUsed(organizationId))) return known;
    const addresses = new Map(normalised.map((address) => [addressKey(address), address]));
    const found = await this.addresses.find(organizationId, [...addresses.keys()]);
    for (const [key, { state }] of found) {
      const now = knownAt(state, this.clock.now(), this.config);
      const address = addresses.get(key);
      if (now !== null && address !== undefined) known.set(address, now);
    }
    return known;
  }

  /** All that its events say, and what follows now; null: nothing. */
  async state(
    organizationId: number,
    normalised: string,
  ): Promise<{ state: AddressState; known: Known | null } | null> {
    const found = await this.addresses.findOne(organizationId, addressKey(normalised));
    if (found === null) return null;
    const { clearedAt: _, clearedEvents: __, ...told } = found.state;
    if (Object.keys(told).length === 0) return null;
    return { state: told, known: knownAt(found.state, this.clock.now(), this.config) };
  }

  /** Of a test side nobody remembers whether anything is there. */
  private isUsed(organizationId: number): boolean | Promise<boolean> {
    return isTestSide(organizationId) || this.use.isUsed(organizationId);
  }
}
