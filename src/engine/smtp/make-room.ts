import type { ForeignWish, SlotWish } from './session-slots';

/** A host that has sent no whole reply for so long gives its slot back when somebody waits for one. */
export const SILENT_MS = 5_000;
/** Silent hosts may have this share of the slots while only those wait for whom nobody waits: some greet after half a minute. */
const SHARE_OF_SILENT = 0.25;

/** A session that holds a slot. */
export interface HeldSlot extends SlotWish {
  /** It lingers without a question. */
  readonly isIdle: boolean;
  /** It was told to end and soon will. */
  readonly isEnding: boolean;
  /** Somebody waits for an answer of it. */
  readonly servesSomebody: boolean;
  /** Milliseconds for which an answer has been waited for; 0 while none is. */
  readonly silentMs: number;
  /** Ends at once; its host counts as silent. */
  leave(): void;
  /** Ends once the questions that are under way are answered. */
  yield(): void;
}

export interface RoomLimits {
  maxSessions: number;
  sessionsPerHost: number;
}

/**
 * Frees slots for those who wait: of sessions that linger, then of hosts that are silent, and for somebody who waits for the
 * answer also of one that has only patient questions, after what is under way. One slot for each wish.
 */
export function makeRoom(
  wishes: readonly (SlotWish & Partial<ForeignWish>)[],
  held: readonly HeldSlot[],
  limits: RoomLimits,
): void {
  const isUrgent = wishes.some((wish) => wish.isUrgent);
  const mayBeFreed = held.some((slot) => slot.isEnding || slot.isIdle || slot.silentMs >= SILENT_MS);
  if (!isUrgent && !mayBeFreed) return;
  const claimed = new Set<HeldSlot>();
  const silent = held.filter(({ silentMs }) => silentMs >= SILENT_MS).sort((one, other) => compareSilent(one, other));
  const inOrder = [...wishes].sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  for (const wish of inOrder) {
    const isHostFull = wish.isHostFull ?? held.filter(({ key }) => key === wish.key).length >= limits.sessionsPerHost;
    const helps = (slot: HeldSlot): boolean => !claimed.has(slot) && (!isHostFull || slot.key === wish.key);
    const free = held.find((slot) => slot.isEnding && helps(slot)) ?? held.find((slot) => slot.isIdle && helps(slot));
    if (free) {
      claimed.add(free);
      if (!free.isEnding) free.yield();
      continue;
    }
    const quiet = silent.find((slot) => helps(slot) && (wish.isUrgent || slot.asker !== wish.asker));
    const mayLeave = wish.isUrgent || silent.length > limits.maxSessions * SHARE_OF_SILENT;
    if (quiet && mayLeave) {
      claimed.add(quiet);
      silent.splice(silent.indexOf(quiet), 1);
      quiet.leave();
      continue;
    }
    const busy = wish.isUrgent ? mostOf(held.filter((slot) => helps(slot) && !slot.servesSomebody)) : undefined;
    if (busy) {
      claimed.add(busy);
      busy.yield();
    }
  }
}

/** Those first for whom nobody waits, then the longest silence. */
function compareSilent(one: HeldSlot, other: HeldSlot): number {
  return Number(one.servesSomebody) - Number(other.servesSomebody) || other.silentMs - one.silentMs;
}

/** A slot of whoever holds the most of these. */
function mostOf(slots: readonly HeldSlot[]): HeldSlot | undefined {
  const counts = new Map<string, number>();
  for (const { asker } of slots) counts.set(asker, (counts.get(asker) ?? 0) + 1);
  return slots.reduce<HeldSlot | undefined>(
    (most, slot) => (most && (counts.get(most.asker) ?? 0) >= (counts.get(slot.asker) ?? 0) ? most : slot),
    undefined,
  );
}
