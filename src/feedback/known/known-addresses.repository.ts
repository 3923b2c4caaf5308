import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { Database, type Statement, type Step } from '../../database/database';
import { named, prepared } from '../../database/prepared';
import { preparedIn } from '../../database/prepared-in';
import { preparedRows } from '../../database/prepared-rows';
import type { AddressState } from './fold-events';
import { KnownAddress } from './known-address.entity';
import { expiryOf, groupOf, knownAt } from './known-kind';

/** A state as it was read: whoever writes it anew says so. */
export interface ReadState {
  state: AddressState;
  version: number;
}

export interface NewState {
  organizationId: number;
  addressKey: string;
  /** Normalised; null: cleared. */
  email: string | null;
  state: AddressState;
  /** Null: there was none. */
  before: ReadState | null;
  /** Milliseconds since the epoch. */
  now: number;
}

type Found = Pick<KnownAddress, 'addressKey' | 'state' | 'version'>;

/** Placeholders in one statement. */
const MAX_IN_STATEMENT = 512;

/** Reads and writes the states of addresses, by optimistic locking: of two writers one begins again. */
@Injectable()
export class KnownAddressesRepository {
  private readonly one;
  private readonly some;
  private readonly insert;
  private readonly update;

  constructor(
    private readonly database: Database,
    @InjectRepository(KnownAddress) private readonly addresses: Repository<KnownAddress>,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {
    const found = () =>
      addresses
        .createQueryBuilder('k')
        .select('k.addressKey', 'addressKey')
        .addSelect('k.state', 'state')
        .addSelect('k.version', 'version')
        .where('k.organizationId = :organizationId');
    this.one = prepared<'organizationId' | 'key'>(found().andWhere('k.addressKey = :key'));
    this.some = preparedIn<'organizationId'>((keys) => found().andWhere(`k.addressKey IN (${keys})`));
    const changes = {
      email: named('email'),
      state: named('state'),
      kind: named('kind'),
      version: named('version'),
      updatedAt: named('now'),
      expiresAt: named('expiresAt'),
    };
    this.insert = preparedRows<'organizationId' | 'key' | keyof typeof changes | 'now'>(
      addresses
        .createQueryBuilder()
        .insert()
        .values({ organizationId: named('organizationId'), addressKey: named('key'), ...changes }),
    );
    this.update = prepared<'organizationId' | 'key' | keyof typeof changes | 'now' | 'before'>(
      addresses
        .createQueryBuilder()
        .update()
        .set(changes)
        .where('organizationId = :organizationId AND addressKey = :key AND version = :before'),
    );
  }

  async findOne(organizationId: number, key: string): Promise<ReadState | null> {
    const [found] = await this.read(this.one({ organizationId, key }));
    return found === undefined ? null : { state: parse(found), version: found.version };
  }

  /** By key: one query for each 500. */
  async find(organizationId: number, keys: readonly string[]): Promise<Map<string, ReadState>> {
    const states = new Map<string, ReadState>();
    for (let start = 0; start < keys.length; start += MAX_IN_STATEMENT) {
      const found = await this.read(this.some(keys.slice(start, start + MAX_IN_STATEMENT), { organizationId }));
      for (const row of found) states.set(row.addressKey, { state: parse(row), version: row.version });
    }
    return states;
  }

  /** The new ones by one statement. They undo their write, or fail for a duplicate (`isDuplicate`), when one was written meanwhile. */
  writeSteps(states: readonly NewState[]): Step[] {
    const added = states.flatMap((state) => (state.before === null ? [{ ...this.valuesOf(state), version: 1 }] : []));
    const changed = states.flatMap((state): Step[] => {
      if (state.before === null) return [];
      const { version: before } = state.before;
      const statement = this.update({ ...this.valuesOf(state), version: before + 1, before });
      return [{ statement, ifNone: 'rollback' }];
    });
    return added.length === 0 ? changed : [this.insert(added), ...changed];
  }

  private valuesOf({ organizationId, addressKey: key, email, state, now }: NewState) {
    const expiresAt = expiryOf(state, this.config);
    const kind = groupOf(knownAt(state, now, this.config));
    return { organizationId, key, email, state: JSON.stringify(state), kind, updatedAt: now, now, expiresAt };
  }

  private read(statement: Statement): Promise<Found[]> {
    return this.database.query<Found>(...statement.getQueryAndParameters());
  }
}

const parse = ({ state }: Pick<KnownAddress, 'state'>): AddressState => JSON.parse(state) as AddressState;
