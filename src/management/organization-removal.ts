import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Not, Repository, type EntityTarget } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { OPERATOR, type Actor } from '../audit/actor';
import { TokenOrganization } from '../auth/token-organization.entity';
import { BatchesService } from '../batches/batches.service';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { CreditEntry } from '../credits/credit-entry.entity';
import { UsageActor } from '../credits/usage-actor.entity';
import { UsageDay } from '../credits/usage-day.entity';
import { Database, type Statement } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import { IdempotencyKey } from '../idempotency/idempotency-key.entity';
import { IdempotencyRetention } from '../idempotency/idempotency-retention';
import { Account } from '../organizations/account.entity';
import { StoredInvitation } from '../organizations/invitation.entity';
import { Membership } from '../organizations/membership.entity';
import { Organization } from '../organizations/organization.entity';
import { AnsweredVerdict } from '../feedback/accuracy/answered-verdict.entity';
import { UnfiledAnswers } from '../feedback/accuracy/unfiled-answers.entity';
import { FeedbackRetention } from '../feedback/feedback-retention';
import { KnownAddress } from '../feedback/known/known-address.entity';
import { StoredEvent } from '../feedback/record/stored-event.entity';
import { FeedbackSource } from '../feedback/sources/feedback-source.entity';
import { CheckHistory } from '../validation/history/check-history';
import { VerdictCache } from '../validation/verdict-cache';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity';
import { WebhookEvent } from '../webhooks/webhook-event.entity';
import { WebhookRetention } from '../webhooks/webhook-retention';

/** How often removals that a process did not get done are looked for. */
const EVERY_MS = 600_000;
/** A removal that began this long ago belongs to a process that has died. */
const ABANDONED_AFTER_MS = 600_000;

/**
 * Deletes organizations with all their data. First all memberships go, which ends all access at once; then
 * its rows go, some with each statement; its own row goes last, so that a removal that was cut short is found and
 * finished.
 */
@Injectable()
export class OrganizationRemoval implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Organizations');
  private timer: NodeJS.Timeout | null = null;
  private running = Promise.resolve();

  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>,
    @InjectRepository(UsageActor) private readonly actors: Repository<UsageActor>,
    private readonly batches: BatchesService,
    private readonly cache: VerdictCache,
    private readonly history: CheckHistory,
    private readonly feedback: FeedbackRetention,
    private readonly webhooks: WebhookRetention,
    private readonly keys: IdempotencyRetention,
    private readonly changes: AccessChanges,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.finishAbandoned().catch((error: unknown) => {
        this.logger.warn(`Deleted organizations could not be removed: ${String(error)}`);
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.running;
  }

  /** Of its audit log nothing stays but that it was deleted, and by whom: an entry of no organization, for the operator. */
  async remove(organizationId: number, by: Actor = OPERATOR): Promise<void> {
    await this.database.atomically(
      [
        this.organizations
          .createQueryBuilder()
          .update()
          .set({ deletedAt: this.clock.now() })
          .where({ id: organizationId }),
        ...[StoredInvitation, TokenOrganization, Membership, FeedbackSource, WebhookEndpoint].map((entity) =>
          this.rowsOf(entity, organizationId),
        ),
        this.builder()
          .update(Account)
          .set({ defaultOrganizationId: null })
          .where({ defaultOrganizationId: organizationId }),
        this.audit.entry({ organizationId: null, by, action: 'organization_deletion', subject: organizationId }),
      ],
      this.organizations
        .createQueryBuilder('o')
        .select('1')
        .where({ id: organizationId, deletedAt: Not(IsNull()) }),
    );
    await this.changes.announce();
    // From here on it is gone for everybody; what can't be removed now is found and finished.
    await this.removeData(organizationId).catch((error: unknown) => {
      this.logger.warn(`The data of deleted organization ${organizationId} stays for now: ${String(error)}`);
    });
  }

  /** Finishes removals that broke off. */
  async finishAbandoned(): Promise<void> {
    const rows = await this.organizations.find({
      select: { id: true },
      where: { deletedAt: LessThan(this.clock.now() - ABANDONED_AFTER_MS) },
      take: 100,
    });
    for (const { id } of rows) await this.removeData(id);
  }

  /** Removes the data of an organization that is marked as deleted, and at last its row. */
  async removeData(organizationId: number): Promise<void> {
    await this.batches.deleteAll(organizationId);
    await this.cache.forget(organizationId);
    await deleteInSlices(this.database, this.entries, { organizationId }, 'id');
    await deleteInSlices(this.database, this.actors, { organizationId }, 'day');
    await this.audit.forget(organizationId);
    await this.history.forget(organizationId);
    await this.feedback.forget(organizationId);
    await this.webhooks.forget(organizationId);
    await this.keys.forget(organizationId);
    // Its own row in the same write: a check that ends now finds no balance to take from, and leaves nothing behind.
    await this.database.atomically(
      [
        this.rowsOf(UsageDay, organizationId),
        this.rowsOf(UsageActor, organizationId),
        this.rowsOf(StoredEvent, organizationId),
        this.rowsOf(KnownAddress, organizationId),
        // First what is not filed, so that nothing of it is filed behind the other.
        this.rowsOf(UnfiledAnswers, organizationId),
        this.rowsOf(AnsweredVerdict, organizationId),
        this.rowsOf(WebhookDelivery, organizationId),
        this.rowsOf(WebhookEvent, organizationId),
        this.rowsOf(IdempotencyKey, organizationId),
        this.builder().delete().from(Organization).where({ id: organizationId }),
        this.rowsOf(CreditEntry, organizationId),
      ],
      {
        statement: this.organizations.createQueryBuilder('o').select('1').where({ id: organizationId }),
        shows: 'no_row',
      },
    );
  }

  private rowsOf(entity: EntityTarget<{ organizationId: number }>, organizationId: number): Statement {
    return this.builder().delete().from(entity).where({ organizationId });
  }

  private builder() {
    return this.organizations.manager.createQueryBuilder();
  }
}
