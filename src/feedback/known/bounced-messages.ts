/** A bounce of one message. */
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

const isUnnamed = ({ message }: BouncedMessage): boolean => message.startsWith(UNNAMED);

/** Time goes in steps of ten minutes here: what is compared in steps is the same however it was thinned. */
const STEP_MS = 600_000;
const stepOf = ({ at }: BouncedMessage): number => Math.floor(at / STEP_MS);
/**
 * Bounces that are fewer steps apart may be of one mail: a provider and a bounce message may tell of one mail by names of
 * their own. With names more than an hour tells them apart; one that was told without a name, and by its day alone, may be of
 * any mail of the two days around it.
 */
const [NAMED_APART, UNNAMED_APART] = [7, 288];
/** Of so many steps bounces are kept. More have only mails that are tried every hour for days. */
const STEPS_KEPT = 48;

function areOfTwoMails(one: BouncedMessage, other: BouncedMessage): boolean {
  const apart = isUnnamed(one) || isUnnamed(other) ? UNNAMED_APART : NAMED_APART;
  return one.message !== other.message && Math.abs(stepOf(one) - stepOf(other)) >= apart;
}

/**
 * The time of the oldest of the newest bounces that are of so many mails for certain; undefined: there are not so many. Pure.
 *
 * @param bounces the newest first
 */
export function certainSince(bounces: readonly BouncedMessage[], mails: number): number | undefined {
  return bounces.find((oldest, place) => areCompleted([oldest], bounces.slice(0, place), mails - 1))?.at;
}

function areCompleted(chosen: readonly BouncedMessage[], newer: readonly BouncedMessage[], missing: number): boolean {
  if (missing === 0) return true;
  return newer.some(
    (bounce, place) =>
      chosen.every((other) => areOfTwoMails(bounce, other)) &&
      areCompleted([...chosen, bounce], newer.slice(0, place), missing - 1),
  );
}

/** The bounces with one more, the newest first; what a message met within one step is one bounce, the newest. */
export function withBounce(kept: readonly BouncedMessage[], added: BouncedMessage): readonly BouncedMessage[] {
  const isSame = (bounce: BouncedMessage): boolean =>
    bounce.message === added.message && stepOf(bounce) === stepOf(added);
  const known = kept.find(isSame);
  const newest = known !== undefined && known.at >= added.at ? known : added;
  return [...kept.filter((bounce) => !isSame(bounce)), newest].sort(
    (one, other) => other.at - one.at || (one.message < other.message ? -1 : 1),
  );
}

/**
 * The newest of each step, of as many messages as are counted: of those one is always left to be told from the others. Many at
 * once push out none of another time. A bounce that fell out is one behind which those that made it fall stay, so that the order
 * in which they come makes no difference.
 */
export function thinned(bounces: readonly BouncedMessage[], mails: number): readonly BouncedMessage[] {
  const counts = new Map<string, number>();
  const steps = new Set<number>();
  return bounces.filter((bounce) => {
    const step = stepOf(bounce);
    steps.add(step);
    // One without a name tells fewer from itself, and takes no place of the others.
    const kind = `${step} ${isUnnamed(bounce) ? 'unnamed' : 'named'}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= mails && steps.size <= STEPS_KEPT;
  });
}
