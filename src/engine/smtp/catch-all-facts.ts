import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../dns/single-flight';
import type { Clock, Random } from '../ports';
import { SILENT_MS } from './pool/preemption';
import type { Classified } from './replies/outcome';
import { randomLocalPart } from './random-local-part';

const CONCLUSIVE_MS = 24 * 3_600_000;
const INCONCLUSIVE_MS = 3_600_000;
/** As long as greylists usually want. The same address is then asked again: another would be put off again. */
const DEFERRAL_MS = 5 * 60_000;
const MAX_DOMAINS = 100_000;

export interface CatchAllFact {
  /** Null: no definitive answer. */
  catchAll: boolean | null;
  /** Put off (greylisted, throttled, no reply): asked again some minutes later it may settle the matter. */
  isPending: boolean;
}

/** Asks about a random local part of the domain, at the host that accepted the real one. */
export type AskAbout = (localPart: string, signal: AbortSignal) => Promise<Classified>;

interface Remembered extends CatchAllFact {
  until: number;
  localPart: string;
}

/** A cache of which domains accept everybody. One question per domain and set of mail hosts at a time (single flight). */
export class CatchAllFacts {
  /** Answers that came from here without a question. */
  hits = 0;
  private readonly facts = new LRUCache<string, Remembered>({ max: MAX_DOMAINS });
  private readonly inFlight = new Map<string, SingleFlight<CatchAllFact>>();

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    /** Milliseconds that "later" stands as the answer: no longer than until the address itself is asked about again. */
    private readonly deferralMs = DEFERRAL_MS,
  ) {}

  /** Rejects only with the reason of an aborted `signal`. */
  async of(domain: string, hostNames: readonly string[], ask: AskAbout, signal: AbortSignal): Promise<CatchAllFact> {
    const key = `${domain} ${[...hostNames].sort().join(' ')}`;
    const known = this.facts.get(key);
    if (known && this.clock.now() < known.until) {
      this.hits += 1;
      return known;
    }
    const running = this.inFlight.get(key);
    if (running) {
      this.hits += 1;
      return running.join(signal);
    }
    const forget = (): void => {
      this.inFlight.delete(key);
    };
    const localPart = known?.isPending ? known.localPart : randomLocalPart(this.random);
    const startedAt = this.clock.now();
    const work = new SingleFlight(async (workSignal) => {
      const fact = factOf(await ask(localPart, workSignal));
      // All callers aborted: a host that kept them waiting for long will do so again.
      const wasSilent = this.clock.now() - startedAt >= SILENT_MS;
      if (!workSignal.aborted || wasSilent)
        this.facts.set(key, { ...fact, localPart, until: this.clock.now() + this.lifeOf(fact) });
      forget();
      return fact;
    }, forget);
    this.inFlight.set(key, work);
    return work.join(signal);
  }

  private lifeOf({ catchAll, isPending }: CatchAllFact): number {
    if (catchAll !== null) return CONCLUSIVE_MS;
    return isPending ? this.deferralMs : INCONCLUSIVE_MS;
  }
}

/**
 * RFC 3463 3.3: what the address expands to is at fault. Of a real address that may be a broken alias, so it is no verdict; a
 * random one has no alias to break (OpenSMTPD's answer for a virtual user that it doesn't know).
 */
const NO_EXPANSION = '5.2.4';

/** Only an acceptance, or a lasting "no such mailbox", is an answer; everything else says nothing. */
function factOf({ outcome, code, enhanced, isUnread }: Classified): CatchAllFact {
  if (outcome === 'accepted') return { catchAll: true, isPending: false };
  const isRefused = outcome === 'mailbox_not_found' || outcome === 'mailbox_disabled' || enhanced === NO_EXPANSION;
  if (isRefused && (code ?? 0) >= 500) return { catchAll: false, isPending: false };
  // In words that nobody has read, and then whom the host accepted was not accepted again, or not asked about.
  if (isUnread === true) return { catchAll: null, isPending: true };
  return { catchAll: null, isPending: (code ?? 0) < 500 && outcome !== 'accepted_unverified' };
}
