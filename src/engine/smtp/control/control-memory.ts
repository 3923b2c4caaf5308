import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports';
import type { ControlAnswers } from './decide-control';

const DAY_MS = 24 * 3_600_000;
/** A random address that got no lasting answer is not asked about again for so long. */
const INCONCLUSIVE_MS = 3_600_000;
const MAX_REMEMBERED = 20_000;

/** Of whom a host spoke: a key of `hostKey`, and a domain in A-labels. */
export interface ControlScope {
  tenant: string;
  host: string;
  domain: string;
}

type RandomAnswer = ControlAnswers['random'];

/**
 * What hosts said to others, for a day: what a random address of a domain is told, which is no secret and shared, and one address
 * of the domain that was accepted, which each tenant knows of its own lists alone.
 */
export class ControlMemory {
  private readonly randoms = new LRUCache<string, { answer: RandomAnswer; until: number }>({ max: MAX_REMEMBERED });
  private readonly accepted = new LRUCache<string, { localPart: string; until: number }>({ max: MAX_REMEMBERED });

  constructor(private readonly clock: Clock) {}

  /** The host accepted this local part of the domain. Of `postmaster` that says nothing: many hosts take it from everybody. */
  wasAccepted(scope: ControlScope, localPart: string): void {
    if (localPart.toLowerCase() === 'postmaster') return;
    this.accepted.set(acceptedKey(scope), { localPart, until: this.clock.now() + DAY_MS });
  }

  /** A local part of the domain that the host accepted within a day; null: none is known. */
  acceptedOf(scope: ControlScope): string | null {
    const known = this.accepted.get(acceptedKey(scope));
    return known && this.clock.now() < known.until ? known.localPart : null;
  }

  /** What the host says to a random address of the domain; undefined: it must be asked. */
  randomOf(scope: ControlScope): RandomAnswer | undefined {
    const known = this.randoms.get(randomKey(scope));
    return known && this.clock.now() < known.until ? known.answer : undefined;
  }

  learnRandom(
    scope: ControlScope,
    answer: RandomAnswer,
    life: number = answer === null ? INCONCLUSIVE_MS : DAY_MS,
  ): void {
    this.randoms.set(randomKey(scope), { answer, until: this.clock.now() + life });
  }

  /** The host contradicts itself, refusing whom it takes at other times: its refusals explain nothing for a day. */
  distrust(scope: ControlScope): void {
    this.learnRandom(scope, null, DAY_MS);
  }
}

const randomKey = ({ host, domain }: ControlScope): string => `${host} ${domain}`;
const acceptedKey = ({ tenant, host, domain }: ControlScope): string => `${host} ${domain} ${tenant}`;
