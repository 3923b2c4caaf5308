import type { FeedbackEvent } from '../events/feedback-event';
import { certainSince, thinned, withBounce, type BouncedMessage } from './bounced-messages';

/**
 * What events say of an address, without a clock: instants in milliseconds since the epoch. It grows only, and each part of
 * it is a maximum, so that the order in which events come, and how often each does, make no difference.
 */
export interface AddressState {
  /** The newest hard bounce without a doubt. */
  strongAt?: number;
  /** Doubtful hard bounces, the newest first; see `thinned`. */
  weak?: readonly BouncedMessage[];
  /** Of two mails for certain: the older one of the newest two of those. */
  confirmedAt?: number;
  /** The same of soft bounces. */
  soft?: readonly BouncedMessage[];
  /** Of three mails for certain: the oldest of the newest three of those. */
  repeatedAt?: number;
  complaintAt?: number;
  /** The provider did not try, because of its own list. */
  suppressedAt?: number;
  deliveredAt?: number;
  /** Somebody cleared it: what happened until then counts no more, whenever it is told. */
  clearedAt?: number;
  /** What was told until then and says that it happened later: by `keyOfEvent`, it counts no more either. */
  clearedEvents?: readonly string[];
}

/** What of an event says something of its address. */
export interface FoldedEvent extends Pick<FeedbackEvent, 'type' | 'strength'> {
  message: string;
  at: number;
}

/** A second mail confirms a doubtful hard bounce. */
const WEAK_MAILS = 2;
/** So many mails make soft bounces worth a remark. */
const SOFT_MAILS = 3;

/** Clocks that go ahead tell of a few. */
export const MOST_AHEAD = 100;

/** The state after these events, in whatever order they come. Pure. */
export function foldEvents(events: readonly FoldedEvent[], before: AddressState = {}): AddressState {
  return events.reduce(foldEvent, before);
}

/** Blocks, unsubscriptions and what is not known say nothing of the mailbox. */
function foldEvent(state: AddressState, { type, strength, message, at }: FoldedEvent): AddressState {
  if (at <= (state.clearedAt ?? -Infinity)) return state;
  switch (type) {
    case 'hard_bounce':
      if (strength === 'strong') return { ...state, strongAt: latest(state.strongAt, at) };
      return withWeak(state, { message, at });
    case 'soft_bounce':
      return withSoft(state, { message, at });
    case 'complaint':
      return { ...state, complaintAt: latest(state.complaintAt, at) };
    case 'suppressed':
      return { ...state, suppressedAt: latest(state.suppressedAt, at) };
    case 'delivered':
      return { ...state, deliveredAt: latest(state.deliveredAt, at) };
    case 'block':
    case 'unsubscribe':
    case 'ignored':
    case 'unknown':
      return state;
  }
}

/** The state of an address that is cleared now. @param ahead what was told of the time after that: see `clearedEvents` */
export function clearedState(state: AddressState, now: number, ahead: readonly string[] = []): AddressState {
  const clearedEvents = [...new Set([...ahead, ...(state.clearedEvents ?? [])])].slice(0, MOST_AHEAD);
  return { clearedAt: latest(state.clearedAt, now), ...(clearedEvents.length > 0 && { clearedEvents }) };
}

const latest = (one: number | undefined, other: number): number => Math.max(one ?? -Infinity, other);
const newest = (one: number | undefined, other: number | undefined): number | undefined =>
  other === undefined ? one : latest(one, other);

function withWeak(state: AddressState, bounce: BouncedMessage): AddressState {
  const weak = withBounce(state.weak ?? [], bounce);
  const since = newest(state.confirmedAt, certainSince(weak, WEAK_MAILS));
  return { ...state, weak: thinned(weak, WEAK_MAILS), ...(since !== undefined && { confirmedAt: since }) };
}

function withSoft(state: AddressState, bounce: BouncedMessage): AddressState {
  const soft = withBounce(state.soft ?? [], bounce);
  const since = newest(state.repeatedAt, certainSince(soft, SOFT_MAILS));
  return { ...state, soft: thinned(soft, SOFT_MAILS), ...(since !== undefined && { repeatedAt: since }) };
}

/** The state with what follows from its bounces, which states of older versions do not say. */
export function withCertainty(state: AddressState): AddressState {
  const confirmedAt = state.confirmedAt ?? certainSince(state.weak ?? [], WEAK_MAILS);
  const repeatedAt = state.repeatedAt ?? certainSince(state.soft ?? [], SOFT_MAILS);
  return {
    ...state,
    ...(confirmedAt !== undefined && { confirmedAt }),
    ...(repeatedAt !== undefined && { repeatedAt }),
  };
}
