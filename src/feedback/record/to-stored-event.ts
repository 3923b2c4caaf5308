import { createHash } from 'node:crypto';
import { addressKey } from '../../common/address-key';
import { normaliseAddress } from '../../engine';
import type { FeedbackEvent } from '../events/feedback-event';
import { unnamedMessage } from '../known/bounced-messages';
import type { FoldedEvent } from '../known/fold-events';
import type { StoredEvent } from './stored-event.entity';

export type NewEvent = Omit<StoredEvent, 'id'>;

/** A clock that goes wrong by more than this tells of the future. */
const FUTURE_MS = 600_000;
/** What is older says nothing of today. */
const OLDEST_MS = 2 * 365 * 86_400_000;
const MOST_DIAGNOSTIC = 1000;
/** Anything of the form `local@domain`, as it stands in a host's words. */
const ADDRESS = /[^\s"'<>()[\],;:=@]{1,255}@[^\s"'<>()[\],;:=@]{1,255}/g;

/** Whether it happened so long ago, or at so impossible a time, that it counts for nothing. */
export function isTooOld({ occurredAt }: Pick<FeedbackEvent, 'occurredAt'>, now: number): boolean {
  // NaN included.
  return !(occurredAt.getTime() >= now - OLDEST_MS);
}

/** Whether its recipient is an address as verdicts know it; to whom it is not known, nobody can mend it. */
export function isAddressed({ recipient }: Pick<FeedbackEvent, 'recipient'>): boolean {
  return recipient !== undefined && normaliseAddress(recipient) !== null;
}

/**
 * The row of an event. A recipient that is no address is left out, so that nobody is marked; what is to happen has happened
 * now.
 */
export function toStoredEvent(
  event: FeedbackEvent,
  { organizationId, sourceId }: Pick<StoredEvent, 'organizationId' | 'sourceId'>,
  now: number,
): NewEvent {
  const email = event.recipient === undefined ? null : normaliseAddress(event.recipient);
  const at = event.occurredAt.getTime();
  return {
    organizationId,
    sourceId,
    dedupHash: hashOfKey(event.dedupKey),
    addressKey: email === null ? '' : addressKey(email),
    email,
    type: event.type,
    strength: event.type === 'hard_bounce' ? (event.strength ?? 'weak') : null,
    smtpCode: event.smtpCode ?? null,
    enhancedCode: shortened(event.enhancedCode, 16),
    diagnostic: shortened(withoutOthers(event.diagnostic, email), MOST_DIAGNOSTIC),
    providerClass: shortened(event.providerClass, 100),
    messageId: shortened(event.messageId, 255),
    scope: shortened(event.scope, 255),
    occurredAt: at > now + FUTURE_MS ? now : at,
    receivedAt: now,
  };
}

export function toFoldedEvent({ type, strength, messageId, occurredAt }: NewEvent): FoldedEvent {
  return {
    type,
    ...(strength === null ? {} : { strength }),
    message: messageId === null ? unnamedMessage(occurredAt) : hashOfKey(mailOf(messageId)),
    at: occurredAt,
  };
}

/** What tells an event from all others of its organization, and nothing else. */
export const keyOfEvent = ({ sourceId, dedupHash }: Pick<StoredEvent, 'sourceId' | 'dedupHash'>): string =>
  `${sourceId} ${dedupHash}`;

/** Providers whose Message-ID is their own id of the mail and their name. */
const NAMES_OF_PROVIDERS = /@(?:[\w-]{1,40}\.)?(?:amazonses\.com|mtasv\.net)$/i;

/** What names a mail, however it is written: `<id@eu-west-1.amazonses.com>` in a bounce message, `id` in SES's event. */
function mailOf(messageId: string): string {
  const [, id = messageId] = /^\s*<?([^<>\s]+)>?\s*$/.exec(messageId) ?? [];
  return id.replace(NAMES_OF_PROVIDERS, '');
}

/** 128 bits of SHA-256, as 22 characters. */
function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** Hosts name senders and other recipients too: whoever deletes one of them is not looked for in events about others. */
function withoutOthers(text: string | undefined, email: string | null): string | undefined {
  if (text?.includes('@') !== true) return text;
  const isOwn = (found: string): boolean => email !== null && normaliseAddress(found.replace(/\.+$/, '')) === email;
  return text.slice(0, 2 * MOST_DIAGNOSTIC).replace(ADDRESS, (found) => (isOwn(found) ? found : '…'));
}

/** By characters, so that none is cut in two. */
function shortened(text: string | undefined, most: number): string | null {
  if (text === undefined || text === '') return null;
  return text.length <= most
    ? text
    : Array.from(text.slice(0, most * 2))
        .slice(0, most)
        .join('');
}
