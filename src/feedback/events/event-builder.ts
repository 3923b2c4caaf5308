import { createHash } from 'node:crypto';
import type { FeedbackEvent, FeedbackEventType } from './feedback-event';

/** What an adapter has read of an event, as it stands there. */
export interface EventFacts {
  readonly type: FeedbackEventType;
  readonly strength?: 'strong' | 'weak';
  readonly recipient?: string | undefined;
  readonly occurredAt: Date | undefined;
  /** What tells this event from all others of its source: the provider's own id, or all that makes it up. */
  readonly key: readonly (string | undefined)[];
  readonly smtpCode?: number | undefined;
  readonly enhancedCode?: string | undefined;
  /** The host's words. */
  readonly diagnostic?: string | undefined;
  /** The provider's own, which are shown where the host said nothing, and never judged by: no host said them. */
  readonly explanation?: string | undefined;
  readonly providerClass?: string | undefined;
  readonly messageId?: string | undefined;
  readonly scope?: string | undefined;
}

/** What is read of an event before its type is known. */
export type EventDetails = Omit<EventFacts, 'type' | 'strength'>;

const LONGEST_ID = 255;
const LONGEST_DIAGNOSTIC = 1000;
const LONGEST_CLASS = 100;
/** Loose: whether it is a good address is said elsewhere; what is none must not be stored as one. At most 254 octets (RFC 5321 4.5.3.1.3). */
const ADDRESS =
  /^(?:"(?:[^"\\\u0000-\u001f\u007f]|\\[^\u0000-\u001f\u007f]){1,62}"|[^\s@<>,;"\u0000-\u001f\u007f]{1,64})@[^\s@<>,;"\u0000-\u001f\u007f]{1,253}$/u;
const CONTROLS = /[\u0000-\u001f\u007f]+/g;

/**
 * An event within the bounds of the model. Without a time that may be true it can be put in no order: it is `ignored`. Of what is
 * ignored no recipient is kept.
 */
export function feedbackEvent(facts: EventFacts): FeedbackEvent {
  const { occurredAt } = facts;
  const type = occurredAt === undefined ? 'ignored' : facts.type;
  const recipient = type === 'ignored' ? undefined : addressOf(facts.recipient);
  const { smtpCode, diagnostic = facts.explanation, messageId, scope } = facts;
  const providerClass = occurredAt === undefined ? `${facts.providerClass ?? ''} without a time` : facts.providerClass;
  const enhancedCode = enhancedCodeOf(facts.enhancedCode);
  return {
    type,
    ...(type === 'hard_bounce' && { strength: facts.strength ?? 'weak' }),
    ...(recipient !== undefined && { recipient }),
    occurredAt: occurredAt ?? new Date(0),
    dedupKey: keyOf(facts.key),
    ...(isReplyCode(smtpCode) && { smtpCode }),
    ...(enhancedCode !== undefined && { enhancedCode }),
    ...(diagnostic !== undefined && { diagnostic: plain(diagnostic, LONGEST_DIAGNOSTIC) }),
    ...(providerClass !== undefined && { providerClass: plain(providerClass, LONGEST_CLASS) }),
    ...(messageId !== undefined && { messageId: shortId(messageId) }),
    ...(scope !== undefined && { scope: plain(scope, LONGEST_CLASS) }),
  };
}

/** The address in a text, `Name <address>` included; undefined where it is none. */
export function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 1000) return undefined;
  const bare = (/<([^<>]{3,320})>\s*$/.exec(text)?.[1] ?? text).trim();
  return ADDRESS.test(bare) && Buffer.byteLength(bare) <= 254 ? bare : undefined;
}

export function enhancedCodeOf(text: string | undefined): string | undefined {
  return text !== undefined && /^[245]\.\d{1,3}\.\d{1,3}$/.test(text) ? text : undefined;
}

/**
 * Further parts of a key, for events without an id of their own that would else be taken for one. None where all are absent: what
 * was told before there were such parts keeps its key.
 */
export const ifAny = (...parts: (string | undefined)[]): (string | undefined)[] =>
  parts.some((part) => part !== undefined) ? parts : [];

/** An id that is too long, or holds what is no text, by its hash. */
export function shortId(id: string): string {
  return id.length <= LONGEST_ID && !/[\u0000-\u001f\u007f]/.test(id) ? id : hash([id]);
}

const keyOf = (parts: readonly (string | undefined)[]): string =>
  parts.length === 1 && parts[0] !== undefined ? shortId(parts[0]) : hash(parts);

const hash = (parts: readonly (string | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const isReplyCode = (code: number | undefined): code is number =>
  code !== undefined && Number.isInteger(code) && code >= 200 && code <= 599;

const plain = (text: string, longest: number): string => text.slice(0, longest).replace(CONTROLS, ' ').trim();
