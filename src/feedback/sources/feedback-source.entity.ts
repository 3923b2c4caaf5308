import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { FeedbackProviderName } from '../events/feedback-provider';

/**
 * An account with a provider of mail that tells an organization what became of its mails. Written by `FeedbackSources`; its
 * counters by the work on its inbox. Instants are milliseconds since the epoch.
 */
@Entity('feedback_sources')
@Index('feedback_sources_organization', ['organizationId', 'id'])
@Index('feedback_sources_removed_at', ['removedAt'])
export class FeedbackSource {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'varchar', length: 16 })
  provider!: FeedbackProviderName;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** SHA-256 of the token in its address, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, name: 'token_hash' })
  tokenHash!: string;

  /** That of the token before, which is taken until `oldTokenUntil`. */
  @Column({ type: 'varchar', length: 64, name: 'old_token_hash', nullable: true })
  oldTokenHash!: string | null;

  @Column({ type: 'bigint', name: 'old_token_until', nullable: true })
  oldTokenUntil!: number | null;

  /** The key of its signatures, sealed by `SourceSecrets`; null: none was given. */
  @Column({ type: 'text', nullable: true })
  secret!: string | null;

  /** The key before, which is taken until `oldSecretUntil`. */
  @Column({ type: 'text', name: 'old_secret', nullable: true })
  oldSecret!: string | null;

  @Column({ type: 'bigint', name: 'old_secret_until', nullable: true })
  oldSecretUntil!: number | null;

  /** Amazon SES: the topic that the source is bound to, the first of which a rightly signed message came. */
  @Column({ type: 'varchar', length: 255, name: 'topic_arn', nullable: true })
  topicArn!: string | null;

  /** Amazon SES: where the subscription of that topic is confirmed, until it is or a message of it shows that it was. */
  @Column({ type: 'text', name: 'confirmation_url', nullable: true })
  confirmationUrl!: string | null;

  /** When it was switched off. */
  @Column({ type: 'bigint', name: 'disabled_at', nullable: true })
  disabledAt!: number | null;

  /** When it was removed: nobody sees it any more, and it goes once what it was answered for is read. */
  @Column({ type: 'bigint', name: 'removed_at', nullable: true })
  removedAt!: number | null;

  /** Events taken, each once. */
  @Column({ type: 'bigint', name: 'event_count', default: 0 })
  eventCount!: number;

  /** Events that were told again. */
  @Column({ type: 'bigint', name: 'duplicate_count', default: 0 })
  duplicateCount!: number;

  /** Events that mean nothing here: opens, test events, and those that are years old. */
  @Column({ type: 'bigint', name: 'ignored_count', default: 0 })
  ignoredCount!: number;

  /** Requests that were refused or could not be read. */
  @Column({ type: 'bigint', name: 'fault_count', default: 0 })
  faultCount!: number;

  /** When an event was last taken. */
  @Column({ type: 'bigint', name: 'last_event_at', nullable: true })
  lastEventAt!: number | null;

  /** A sentence for the account's holder. */
  @Column({ type: 'varchar', length: 255, name: 'last_error', nullable: true })
  lastError!: string | null;

  @Column({ type: 'bigint', name: 'last_error_at', nullable: true })
  lastErrorAt!: number | null;

  /** When it was last tested, which tells one test from another. */
  @Column({ type: 'bigint', name: 'test_at', nullable: true })
  testAt!: number | null;

  /** JSON: a `TestOutcome`; null: none yet. */
  @Column({ type: 'text', name: 'test_outcome', nullable: true })
  testOutcome!: string | null;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
