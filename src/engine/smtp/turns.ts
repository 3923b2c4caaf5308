/** More parties than ever wait in one line; beyond, those who were served longest ago are forgotten, and so go first. */
const MAX_REMEMBERED = 10_000;

/** Who belongs together in a line: askers take turns, and so do the pieces of work of one asker. */
export interface Party {
  /** Opaque id of who asks. */
  asker: string;
  /** Opaque id of the piece of work (a batch), within those of the asker. */
  job: string;
}

/** Remembers who was served when: whoever was served longest ago goes first. */
export class Turns {
  private readonly served = new Map<string, number>();
  private count = 0;

  /** Negative when `one` goes before `other`, positive when after, 0 when both have waited as long. */
  compare(one: Party, other: Party): number {
    return one.asker === other.asker
      ? this.last(jobOf(one)) - this.last(jobOf(other))
      : this.last(one.asker) - this.last(other.asker);
  }

  serve(party: Party): void {
    this.count += 1;
    for (const name of [party.asker, jobOf(party)]) {
      // The last served stands last, so that the first is the one to forget.
      this.served.delete(name);
      this.served.set(name, this.count);
    }
    for (const name of this.served.keys()) {
      if (this.served.size <= MAX_REMEMBERED) return;
      this.served.delete(name);
    }
  }

  /** Nobody waits any more: the next ones begin as equals. */
  clear(): void {
    this.served.clear();
  }

  private last(name: string): number {
    return this.served.get(name) ?? 0;
  }
}

const jobOf = ({ asker, job }: Party): string => `${asker} ${job}`;
