import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type FindOptionsWhere, type Repository } from 'typeorm';
import type { Actor } from '../../audit/actor';
import { AuditLog } from '../../audit/audit-log';
import type { AuditAction } from '../../audit/audit-action';
import { Clock } from '../../common/clock';
import { requireEnded, ROTATION_MS } from '../../common/rotation';
import { hashOfSecret } from '../../common/secrets';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import type { Attempt } from '../../database/attempt';
import { Database } from '../../database/database';
import { insertIf } from '../../database/insert-if';
import { LimitReachedError, OrganizationNotFoundError } from '../../organizations/organizations.errors';
import type { FeedbackProviders } from '../events/create-providers';
import type { FeedbackProviderName } from '../events/feedback-provider';
import { FeedbackSourceNotFoundError, UnusableSecretError } from '../feedback.errors';
import { FeedbackUse } from '../known/feedback-use';
import { PROVIDERS } from '../providers.token';
import { FeedbackSource } from './feedback-source.entity';
import { sourceAddress } from './source-address';
import { SourceReader } from './source-reader';
import { SourceSecrets } from './source-secrets';
import { makeToken } from './source-token';

export interface SourceWish {
  organizationId: number;
  provider: FeedbackProviderName;
  name: string;
  /** The key of the provider's signatures, where it has one; many show it only once they know our address. */
  secret: string | null;
}

/** A source, and the address that its provider is given: it is shown only now. */
export interface AddressedSource {
  source: FeedbackSource;
  url: string;
}

/** What is noted of one that is made. */
export interface MadeSource {
  id: number;
  url: string;
}

/** Of an organization: more are more than anybody can look after. */
const MOST_SOURCES = 50;
/** Not removed. */
const IS_THERE = { removedAt: IsNull() };

/** Makes and changes the sources of organizations' feedback. Of a token only a hash is stored. */
@Injectable()
export class FeedbackSources {
  constructor(
    private readonly database: Database,
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    @Inject(PROVIDERS) private readonly providers: FeedbackProviders,
    private readonly secrets: SourceSecrets,
    private readonly reader: SourceReader,
    private readonly use: FeedbackUse,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws UnusableSecretError, OrganizationNotFoundError, LimitReachedError, what the attempt says */
  async create(
    { organizationId, provider, name, secret }: SourceWish,
    by: Actor,
    attempt: Attempt<MadeSource> | null = null,
  ): Promise<AddressedSource> {
    if (secret !== null) this.requireUsable(provider, secret);
    const token = makeToken(provider);
    const row = {
      organizationId,
      provider,
      name,
      tokenHash: hashOfSecret(token),
      secret: secret === null ? null : this.secrets.close(organizationId, secret),
      createdAt: this.clock.now(),
    };
    const count = this.sources
      .createQueryBuilder('s')
      .select('COUNT(*)')
      .where('s.organizationId = :organizationId AND s.removedAt IS NULL');
    const outcome = await this.database.atomically(
      [
        // It holds the organization's row, so that two that are made at a time both count.
        { statement: this.use.begin(organizationId), ifNone: 'rollback' },
        {
          statement: insertIf(this.sources, row, `(${count.getQuery()}) < :most`, {
            organizationId,
            most: MOST_SOURCES,
          }),
          ifNone: 'rollback',
        },
        {
          statement: ([, id = 0]) =>
            this.audit.entry({
              organizationId,
              by,
              action: 'feedback_source_creation',
              subject: id,
              details: { name, provider },
            }),
        },
        ...(attempt === null
          ? []
          : [attempt.step(([, id = 0]) => ({ id, url: sourceAddress(this.config, id, token) }))]),
      ],
      this.sources.createQueryBuilder('s').select('1').where({ tokenHash: row.tokenHash }),
    );
    if (outcome !== 'done') {
      await attempt?.require();
      if ((await this.sources.countBy({ organizationId, ...IS_THERE })) < MOST_SOURCES)
        throw new OrganizationNotFoundError(organizationId);
      throw new LimitReachedError('name', `An organization has ${MOST_SOURCES} sources at most.`);
    }
    await this.use.announce(organizationId);
    const source = await this.sources.findOneByOrFail({ organizationId, tokenHash: row.tokenHash });
    return { source, url: sourceAddress(this.config, source.id, token) };
  }

  /** The oldest first. */
  list(organizationId: number): Promise<FeedbackSource[]> {
    return this.sources.find({ where: { organizationId, ...IS_THERE }, order: { id: 'ASC' } });
  }

  hasAny(organizationId: number): Promise<boolean> {
    return this.sources.existsBy({ organizationId, ...IS_THERE });
  }

  /** @throws FeedbackSourceNotFoundError */
  async find(organizationId: number, id: number): Promise<FeedbackSource> {
    const source = await this.sources.findOneBy({ id, organizationId, ...IS_THERE });
    if (source === null) throw new FeedbackSourceNotFoundError();
    return source;
  }

  /** Whose a source is, for the operator. @throws FeedbackSourceNotFoundError */
  async organizationOf(id: number): Promise<number> {
    const where = { id, ...IS_THERE };
    const source = await this.sources.findOne({ select: { id: true, organizationId: true }, where });
    if (source === null) throw new FeedbackSourceNotFoundError();
    return source.organizationId;
  }

  /**
   * A new address; the one before is taken for a day longer.
   * @param mayEnd whether the one before that may end now, should it still be taken
   * @throws FeedbackSourceNotFoundError, RotatedRecentlyError
   */
  async rotateToken(organizationId: number, id: number, by: Actor, mayEnd = false): Promise<AddressedSource> {
    const { tokenHash, oldTokenUntil, provider } = await this.find(organizationId, id);
    if (!mayEnd) requireEnded(oldTokenUntil, this.clock.now());
    const token = makeToken(provider);
    const changes = {
      tokenHash: hashOfSecret(token),
      oldTokenHash: tokenHash,
      oldTokenUntil: this.clock.now() + ROTATION_MS,
    };
    await this.rotate({ organizationId, id, tokenHash }, changes, by, 'address');
    return { source: await this.find(organizationId, id), url: sourceAddress(this.config, id, token) };
  }

  /**
   * A new key of its signatures; the one before, if there was one, is taken for a day longer.
   * @param mayEnd whether the one before that may end now, should it still be taken
   * @throws UnusableSecretError, FeedbackSourceNotFoundError, RotatedRecentlyError
   */
  async rotateSecret(
    organizationId: number,
    id: number,
    secret: string,
    by: Actor,
    mayEnd = false,
  ): Promise<FeedbackSource> {
    const { secret: before, oldSecret, oldSecretUntil, provider } = await this.find(organizationId, id);
    this.requireUsable(provider, secret);
    const now = this.clock.now();
    // One that can't be read any more is of no use to anybody.
    const isOldHeld = this.secrets.open({ organizationId, secret: null, oldSecret, oldSecretUntil }, now).length > 0;
    if (isOldHeld && !mayEnd) requireEnded(oldSecretUntil, now);
    const changes = {
      secret: this.secrets.close(organizationId, secret),
      oldSecret: before,
      oldSecretUntil: before === null ? null : now + ROTATION_MS,
    };
    await this.rotate({ organizationId, id, secret: before ?? IsNull() }, changes, by, 'secret');
    return this.find(organizationId, id);
  }

  /** Switched off, its requests are refused; what was taken before is read. @throws FeedbackSourceNotFoundError */
  async setDisabled(organizationId: number, id: number, isDisabled: boolean, by: Actor): Promise<FeedbackSource> {
    const { name, disabledAt } = await this.find(organizationId, id);
    if ((disabledAt !== null) !== isDisabled) {
      const action = isDisabled ? 'feedback_source_disabling' : 'feedback_source_enabling';
      await this.change({ organizationId, id }, { disabledAt: isDisabled ? this.clock.now() : null }, action, by, {
        name,
      });
    }
    return this.find(organizationId, id);
  }

  /**
   * What it has told stays known, and what waits in its inbox is read all the same: the provider was answered, and does not send
   * it again. `FeedbackRetention` deletes the row after that. @throws FeedbackSourceNotFoundError
   */
  async remove(organizationId: number, id: number, by: Actor): Promise<void> {
    const { name, provider } = await this.find(organizationId, id);
    const removedAt = this.clock.now();
    const event = {
      organizationId,
      by,
      action: 'feedback_source_removal',
      subject: id,
      details: { name, provider },
    } as const;
    const outcome = await this.database.atomically(
      [
        {
          // Nothing is signed for it any more.
          statement: this.sources
            .createQueryBuilder()
            .update()
            .set({ removedAt, secret: null, oldSecret: null })
            .where({ id, organizationId, ...IS_THERE }),
          ifNone: 'rollback',
        },
        this.audit.entry(event),
      ],
      this.sources.createQueryBuilder('s').select('1').where({ id, removedAt }),
    );
    await this.reader.announce();
    if (outcome !== 'done') throw new FeedbackSourceNotFoundError();
  }

  /** @throws UnusableSecretError */
  private requireUsable(provider: FeedbackProviderName, secret: string): void {
    const fault = this.providers[provider].secretFault(secret);
    if (fault !== undefined) throw new UnusableSecretError(fault);
  }

  /** @param from what it replaces: of two rotations at a time one finds out that the other was first */
  private async rotate(
    from: { organizationId: number; id: number } & FindOptionsWhere<FeedbackSource>,
    changes: Partial<FeedbackSource>,
    by: Actor,
    of: 'address' | 'secret',
  ): Promise<void> {
    try {
      await this.change(from, changes, 'feedback_source_rotation', by, { of });
    } catch (error) {
      if (!(error instanceof FeedbackSourceNotFoundError)) throw error;
      const { oldTokenUntil, oldSecretUntil } = await this.find(from.organizationId, from.id);
      requireEnded(of === 'address' ? oldTokenUntil : oldSecretUntil, this.clock.now());
      throw error;
    }
  }

  private async change(
    { organizationId, id, ...more }: { organizationId: number; id: number } & FindOptionsWhere<FeedbackSource>,
    changes: Partial<FeedbackSource>,
    action: AuditAction,
    by: Actor,
    details: Record<string, string>,
  ): Promise<void> {
    const where = { organizationId, id, ...more, ...IS_THERE };
    const shown = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? IsNull()]));
    const outcome = await this.database.atomically(
      [
        { statement: this.sources.createQueryBuilder().update().set(changes).where(where), ifNone: 'rollback' },
        this.audit.entry({ organizationId, by, action, subject: id, details }),
      ],
      this.sources
        .createQueryBuilder('s')
        .select('1')
        .where({ id, ...shown }),
    );
    await this.reader.announce();
    if (outcome !== 'done') throw new FeedbackSourceNotFoundError();
  }
}
