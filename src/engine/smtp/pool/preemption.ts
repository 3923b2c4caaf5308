import type { RemoteSlotRequest, SlotLimits, SlotRequest } from './session-slots';

/** A session whose host has sent no whole reply for so long may be preempted. */
export const SILENT_MS = 5_000;
/** Silent hosts may hold this share of the slots while no urgent request waits: some greet after half a minute. */
const SHARE_OF_SILENT = 0.25;

/** A session that holds a slot. */
export interface HeldSlot extends SlotRequest {
  /** Its session is kept open without a question. */
  readonly isIdle: boolean;
  /** It is draining or aborted. */
  readonly isEnding: boolean;
  /** A caller waits for an answer of it. */
  readonly isInteractive: boolean;
  /** Milliseconds for which an answer has been waited for; 0 while none is. */
  readonly silentMs: number;
  /** Ends at once; its host counts as silent. */
  evict(): void;
  /** Ends once the questions that are under way are answered. */
  drain(): void;
}

/**
 * Preempts sessions for slot requests that wait: idle sessions first, then those of silent hosts, and for an urgent request
 * also one without urgent questions, which is drained. One slot for each request.
 */
export function preempt(
  requests: readonly (SlotRequest & Partial<RemoteSlotRequest>)[],
  held: readonly HeldSlot[],
  limits: SlotLimits,
): void {
  const isUrgent = requests.some((request) => request.isUrgent);
  const mayBeFreed = held.some((slot) => slot.isEnding || slot.isIdle || slot.silentMs >= SILENT_MS);
  if (!isUrgent && !mayBeFreed) return;
  const claimed = new Set<HeldSlot>();
  const silent = held.filter(({ silentMs }) => silentMs >= SILENT_MS).sort((one, other) => compareSilent(one, other));
  const inOrder = [...requests].sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  for (const request of inOrder) {
    const isHostFull =
      request.isHostFull ?? held.filter(({ key }) => key === request.key).length >= limits.sessionsPerHost;
    const isNetworkFull =
      request.isNetworkFull ??
      held.filter(({ network }) => network === request.network).length >= limits.sessionsPerNetwork;
    const helps = (slot: HeldSlot): boolean =>
      !claimed.has(slot) &&
      (!isHostFull || slot.key === request.key) &&
      (!isNetworkFull || slot.network === request.network);
    const free = held.find((slot) => slot.isEnding && helps(slot)) ?? held.find((slot) => slot.isIdle && helps(slot));
    if (free) {
      claimed.add(free);
      if (!free.isEnding) free.drain();
      continue;
    }
    const evicted = silent.find((slot) => helps(slot) && (request.isUrgent || slot.tenant !== request.tenant));
    const mayEvict = request.isUrgent || silent.length > limits.maxSessions * SHARE_OF_SILENT;
    if (evicted && mayEvict) {
      claimed.add(evicted);
      silent.splice(silent.indexOf(evicted), 1);
      evicted.evict();
      continue;
    }
    const busy = request.isUrgent ? mostOf(held.filter((slot) => helps(slot) && !slot.isInteractive)) : undefined;
    if (busy) {
      claimed.add(busy);
      busy.drain();
    }
  }
}

/** Those without an urgent question first, then the longest silence. */
function compareSilent(one: HeldSlot, other: HeldSlot): number {
  return Number(one.isInteractive) - Number(other.isInteractive) || other.silentMs - one.silentMs;
}

/** A slot of the tenant that holds the most of these. */
function mostOf(slots: readonly HeldSlot[]): HeldSlot | undefined {
  const counts = new Map<string, number>();
  for (const { tenant } of slots) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  return slots.reduce<HeldSlot | undefined>(
    (most, slot) => (most && (counts.get(most.tenant) ?? 0) >= (counts.get(slot.tenant) ?? 0) ? most : slot),
    undefined,
  );
}
