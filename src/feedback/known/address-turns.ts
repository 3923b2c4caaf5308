import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

/** Some seconds of it, with pauses of up to this. */
export const PATIENT_TRIES = 100;
const LONGEST_PAUSE_MS = 100;

/**
 * Who writes what is known of the same address takes turns: in this process one after the other, in the order in which they
 * came. Between processes the faster one is through (`KnownAddressesRepository.writeSteps`), and the other begins again after a random pause
 * that grows, so that they don't keep meeting.
 */
@Injectable()
export class AddressTurns {
  private readonly last = new Map<string, Promise<void>>();

  /**
   * @param attempt null: somebody was faster
   * @returns null: so he was each time
   */
  async take<Result>(
    organizationId: number,
    keys: readonly string[],
    mostTries: number,
    attempt: () => Promise<Result | null>,
  ): Promise<Result | null> {
    const names = keys.map((key) => `${organizationId} ${key}`);
    let end = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    // In one go, so that no two wait for each other.
    const before = new Set(names.flatMap((name) => this.last.get(name) ?? []));
    for (const name of names) this.last.set(name, turn);
    try {
      await Promise.all(before);
      return await tried(mostTries, attempt);
    } finally {
      end();
      for (const name of names) if (this.last.get(name) === turn) this.last.delete(name);
    }
  }
}

async function tried<Result>(most: number, attempt: () => Promise<Result | null>): Promise<Result | null> {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt();
    if (result !== null || tries >= most) return result;
    await sleep(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS));
  }
}
