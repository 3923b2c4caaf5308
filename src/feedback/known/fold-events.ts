import type { FeedbackEvent } from '../events/feedback-event';

/** A bounce of one message; of further tellings about that message the newest counts. */
export interface BouncedMessage {
  /** What tells messages apart, and nothing else; see `unnamedMessage` for those without an id. */
  message: string;
  at: number;
}

/** No hash has a blank. */
const UNNAMED = 'day ';

/** Stands for the message of a bounce that was told without its id: those of one day (UTC) are taken for one message's. */
export function unnamedMessage(at: number): string {
  return `${UNNAMED}${new Date(at).toISOString().slice(0, 10)}`;
}

export const isUnnamed = ({ message }: Pick<BouncedMessage, 'message'>): boolean => message.startsWith(UNNAMED);

/**
 * What events say of an address, without a clock: instants in milliseconds since the epoch. It grows only, and each part of
 * it is a maximum, so that the order in which events come, and how often each does, make no difference.
 */
export interface AddressState {
  /** The newest hard bounce without a doubt. */
  strongAt?: number;
  /** The newest hard bounces of doubtful ones, of distinct messages: the newest first, at most `WEAK_KEPT`. */
  weak?: readonly BouncedMessage[];
  /** The same of soft bounces, at most `SOFT_KEPT`. */
  soft?: readonly BouncedMessage[];
  complaintAt?: number;
  /** The provider did not try, because of its own list. */
  suppressedAt?: number;
  deliveredAt?: number;
  /** Somebody cleared it: what happened until then counts no more, whenever it is told. */
  clearedAt?: number;
}

/** What of an event says something of its address. */
export interface FoldedEvent extends Pick<FeedbackEvent, 'type' | 'strength'> {
  message: string;
  at: number;
}

/** Twice as many as say something: of two, one may turn out to be the other, told without its id. */
export const WEAK_KEPT = 4;
export const SOFT_KEPT = 6;

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
      return { ...state, weak: withMessage(state.weak, { message, at }, WEAK_KEPT) };
    case 'soft_bounce':
      return { ...state, soft: withMessage(state.soft, { message, at }, SOFT_KEPT) };
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

/** The state of an address that is cleared now. */
export function clearedState(state: AddressState, now: number): AddressState {
  return { clearedAt: latest(state.clearedAt, now) };
}

const latest = (one: number | undefined, other: number): number => Math.max(one ?? -Infinity, other);

/** A message that fell out of the list comes in again only with a newer bounce, so that nothing of those kept is lost. */
function withMessage(
  kept: readonly BouncedMessage[] = [],
  added: BouncedMessage,
  most: number,
): readonly BouncedMessage[] {
  const known = kept.find(({ message }) => message === added.message);
  const newest = known !== undefined && known.at >= added.at ? known : added;
  return [...kept.filter(({ message }) => message !== added.message), newest]
    .sort((one, other) => other.at - one.at || (one.message < other.message ? -1 : 1))
    .slice(0, most);
}
