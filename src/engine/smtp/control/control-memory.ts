import { LRUCache } from 'lru-cache';
import type { Clock, SharedFacts } from '../../ports';
import { isSameReply, type ControlAnswers, type ControlRefusal } from './decide-control';

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

interface Remembered {
  answer: RandomAnswer;
  until: number;
}

/** What processes tell each other: refusals, and that a host is distrusted (null). */
interface Told extends Remembered {
  answer: ControlRefusal | null;
}

/**
 * What hosts said to others, for a day: what a random address of a domain is told, which is no secret and shared, between tenants
 * and processes, and one address of the domain that was accepted, which each tenant knows of its own lists alone, in this process.
 */
export class ControlMemory {
  private readonly randoms = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
  private readonly accepted = new LRUCache<string, { localPart: string; until: number }>({ max: MAX_REMEMBERED });

  constructor(
    private readonly clock: Clock,
    /** Null: there is no other process. */
    private readonly shared: SharedFacts | null = null,
  ) {}

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

  /** What the host says to a random address of the domain; undefined: this process does not know. */
  randomOf(scope: ControlScope): RandomAnswer | undefined {
    const known = this.randoms.get(randomKey(scope));
    return known && this.clock.now() < known.until ? known.answer : undefined;
  }

  /**
   * The same, or what another process was told, if it is the same reply as this refusal; undefined: it must be asked. Anything else that
   * another was told may be about its own address on the internet.
   * @param refusal templates of what this process was told about somebody
   */
  async randomOfAll(scope: ControlScope, refusal: readonly string[]): Promise<RandomAnswer | undefined> {
    const known = this.randomOf(scope);
    if (known !== undefined) return known;
    const told = await this.readShared(scope);
    if (told === null || (told.answer !== null && !isSameReply(refusal, told.answer.templates))) return undefined;
    this.randoms.set(randomKey(scope), told);
    return told.answer;
  }

  /** Whether the host has contradicted itself about the domain, to any process. */
  async isDistrusted(scope: ControlScope): Promise<boolean> {
    if (this.randomOf(scope) === null) return true;
    const told = await this.readShared(scope);
    if (told?.answer !== null) return false;
    this.randoms.set(randomKey(scope), told);
    return true;
  }

  learnRandom(scope: ControlScope, answer: RandomAnswer): void {
    const until = this.clock.now() + (answer === null ? INCONCLUSIVE_MS : DAY_MS);
    this.randoms.set(randomKey(scope), { answer, until });
    if (answer === null || answer === 'accepted') return;
    this.shared?.tell(sharedKey(scope), JSON.stringify({ answer, until } satisfies Told), DAY_MS, false);
  }

  /** The host contradicts itself, refusing whom it takes at other times: its refusals explain nothing for a day. */
  distrust(scope: ControlScope): void {
    const told: Told = { answer: null, until: this.clock.now() + DAY_MS };
    this.randoms.set(randomKey(scope), told);
    this.shared?.tell(sharedKey(scope), JSON.stringify(told), DAY_MS, true);
  }

  private async readShared(scope: ControlScope): Promise<Told | null> {
    const text = await this.shared?.read(sharedKey(scope));
    const told = text == null ? null : (JSON.parse(text) as Told);
    return told !== null && this.clock.now() < told.until ? told : null;
  }
}

const randomKey = ({ host, domain }: ControlScope): string => `${host} ${domain}`;
const sharedKey = (scope: ControlScope): string => `random address at ${randomKey(scope)}`;
const acceptedKey = ({ tenant, host, domain }: ControlScope): string => `${host} ${domain} ${tenant}`;
