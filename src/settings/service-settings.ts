import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { AuditDetails } from '../audit/audit-entry.entity';
import { AuditLog } from '../audit/audit-log';
import { COMMAND_LINE, type OperatorRight } from '../audit/operator-right';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Proof, type Step } from '../database/database';
import { StoredSetting } from './stored-setting.entity';

export const SIGN_UP_MODES = ['open', 'invited', 'off'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
export const MAX_FREE_CREDITS = 1_000_000_000;

/** A setting as it is in force, and what would be without the stored one. */
export interface Setting<Value> {
  value: Value;
  environment: Value;
  isStored: boolean;
}

export interface SettingsInForce {
  signUp: Setting<SignUpMode>;
  freeCredits: Setting<number>;
}

/** What is left out stays; null: as the environment says. */
export interface SettingsChange {
  signUp?: SignUpMode | null;
  freeCredits?: number | null;
}

/**
 * Settings that an operator may change while the service runs. A stored one goes before the environment's; they are read
 * from the database each time, so that all processes know of a change at once: only sign-ups ask for them.
 */
@Injectable()
export class ServiceSettings {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredSetting) private readonly settings: Repository<StoredSetting>,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'SIGN_UP' | 'FREE_CREDITS'>,
  ) {}

  async inForce(): Promise<SettingsInForce> {
    const stored = new Map((await this.settings.find()).map(({ name, value }) => [name, value]));
    const mode = SIGN_UP_MODES.find((one) => one === stored.get('sign_up'));
    const credits = stored.get('free_credits');
    return {
      signUp: settingOf(mode, this.config.SIGN_UP),
      freeCredits: settingOf(credits === undefined ? undefined : Number(credits), this.config.FREE_CREDITS),
    };
  }

  async signUp(): Promise<SignUpMode> {
    return (await this.inForce()).signUp.value;
  }

  /** Credits of a new account. */
  async freeCredits(): Promise<number> {
    return (await this.inForce()).freeCredits.value;
  }

  /** @throws what the right says where it holds no more */
  async change({ signUp, freeCredits }: SettingsChange, right: OperatorRight = COMMAND_LINE): Promise<void> {
    const details: AuditDetails = {
      ...(signUp === undefined ? {} : { sign_up: signUp }),
      ...(freeCredits === undefined ? {} : { free_credits: freeCredits }),
    };
    const changes = Object.entries(details) as [StoredSetting['name'], string | number | null][];
    const [first] = changes;
    if (first === undefined) return;
    const outcome = await this.database.atomically(
      [
        ...right.steps,
        ...changes.flatMap(([name, value]) => this.setting(name, value)),
        this.audit.entry({ organizationId: null, by: right.by, action: 'settings_change', details }),
      ],
      this.proof(...first),
    );
    if (outcome !== 'done') await right.require();
  }

  private setting(name: StoredSetting['name'], value: string | number | null): Step[] {
    const removal = this.settings.createQueryBuilder().delete().where({ name });
    if (value === null) return [removal];
    const row = { name, value: String(value), updatedAt: this.clock.now() };
    return [removal, this.settings.createQueryBuilder().insert().values(row)];
  }

  private proof(name: StoredSetting['name'], value: string | number | null): Proof {
    const row = this.settings.createQueryBuilder('setting').select('1');
    if (value === null) return { statement: row.where({ name }), shows: 'no_row' };
    return row.where({ name, value: String(value) });
  }
}

function settingOf<Value>(stored: Value | undefined, environment: Value): Setting<Value> {
  return { value: stored ?? environment, environment, isStored: stored !== undefined };
}
