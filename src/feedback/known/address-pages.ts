import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import type { AddressState } from './fold-events';
import { KnownAddress } from './known-address.entity';
import { groupOf, knownAt, type Known, type KnownGroup } from './known-kind';

/** Behind every address that begins with the same letters, in the order of both engines. */
const LAST_CHARACTER = '\u{10ffff}';
/** Of more nobody needs the very number. */
export const MOST_COUNTED = 10_000;

export interface AddressesQuery {
  /** Addresses that begin so, in any case; null: all. */
  search: string | null;
  /** Null: all of which anything was told. */
  kind: KnownGroup | null;
  /** The last address of the page before; null: from the first on. */
  after: string | null;
  limit: number;
}

export interface ListedAddress {
  email: string;
  /** Null: nothing that was told counts any more. */
  known: Known | null;
}

/** Reads the addresses of which an organization's events say something, by address. */
@Injectable()
export class AddressPages {
  constructor(
    @InjectRepository(KnownAddress) private readonly addresses: Repository<KnownAddress>,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Found by kind as it was when an address was last written: one whose kind has aged since is left out of that kind, so that a
   * page may be shorter than its limit, and is found again by the next event, or among all.
   */
  async read(
    organizationId: number,
    { search, kind, after, limit }: AddressesQuery,
  ): Promise<{ addresses: ListedAddress[]; nextAfter: string | null }> {
    const found = this.addresses
      .createQueryBuilder('k')
      .where('k.organizationId = :organizationId AND k.email IS NOT NULL', { organizationId })
      .orderBy('k.email')
      .limit(limit + 1);
    if (kind !== null) found.andWhere('k.kind = :kind', { kind });
    if (after !== null) found.andWhere('k.email > :after', { after });
    if (search !== null) {
      const from = search.toLowerCase();
      found.andWhere('k.email >= :from AND k.email < :to', { from, to: `${from}${LAST_CHARACTER}` });
    }
    const rows = await found.getMany();
    const page = rows.slice(0, limit);
    const now = this.clock.now();
    const addresses = page.flatMap(({ email, state }) => {
      const known = knownAt(JSON.parse(state) as AddressState, now, this.config);
      return email === null || (kind !== null && groupOf(known) !== kind) ? [] : [{ email, known }];
    });
    return { addresses, nextAfter: rows.length > limit ? (page.at(-1)?.email ?? null) : null };
  }

  /** How many are of that kind, `MOST_COUNTED` at most: one look into an index. */
  async count(organizationId: number, kind: KnownGroup): Promise<number> {
    const found = await this.addresses.manager
      .createQueryBuilder()
      .select('COUNT(*)', 'count')
      .from(
        (some) =>
          some
            .select('1', 'one')
            .from(KnownAddress, 'k')
            .where('k.organizationId = :organizationId AND k.kind = :kind', { organizationId, kind })
            .limit(MOST_COUNTED),
        'few',
      )
      .getRawOne<{ count: number | string }>();
    return Number(found?.count ?? 0);
  }
}
