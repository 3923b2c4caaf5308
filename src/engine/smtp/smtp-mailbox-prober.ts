import type { Clock, Random } from '../ports';
import { CatchAllFacts, type CatchAllFact } from './catch-all-facts';
import type { ControlMemory } from './control/control-memory';
import { further, isLastingRefusalOfDomain, nextStep } from './fail-over';
import type { MailboxProber, MailHost, ProbeRequest, ProbeResult } from './mailbox-prober';
import { providerOf, truthfulnessOf } from './providers';
import { hostKey } from './pool/host-key';
import type { PoolAnswer } from './pool/question';
import type { SessionPool } from './pool/session-pool';
import { withoutReply } from './session/smtp-failure';

const MAX_HOSTS = 3;
const MAX_ADDRESSES_PER_HOST = 3;
/** A refusal that says nothing is taken to one more host, not to all. */
const MAX_HOSTS_UNCLASSIFIED = 2;

/** A host that accepted the address and is silent about a random one for so long says nothing about it. */
const TIME_FOR_RANDOM_MS = 5_000;

const NOT_ASKED: CatchAllFact = { catchAll: null, isPending: false };
const ABORTED: PoolAnswer = { classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' };

interface HostAnswer {
  answer: PoolAnswer;
  host: MailHost | null;
  address: string;
}

interface Walk {
  best: HostAnswer;
  everyHostSaid: boolean;
}

/**
 * The prober over shared sessions. The real address is asked first, host after host in MX order; a random address of the domain
 * only after it was accepted, and then at most once a day for all addresses of the domain.
 */
export class SmtpMailboxProber implements MailboxProber {
  private readonly catchAllFacts: CatchAllFacts;

  constructor(
    private readonly pool: SessionPool,
    private readonly memory: ControlMemory,
    private readonly clock: Clock,
    random: Random,
    catchAllDeferralMs?: number,
  ) {
    this.catchAllFacts = new CatchAllFacts(clock, random, catchAllDeferralMs);
  }

  /** Answers about catch-all domains that needed no question. */
  get catchAllCacheHits(): number {
    return this.catchAllFacts.hits;
  }

  async probe(request: ProbeRequest): Promise<ProbeResult> {
    const { best, everyHostSaid } = await this.walkHosts(request);
    const { classified, stage, layer } = best.answer;
    const mxHost = best.host?.name ?? null;
    const provider = mxHost === null ? undefined : providerOf(mxHost);
    const truthfulness = truthfulnessOf(provider, request.address.domain);
    const isAccepted = classified.outcome === 'accepted' || classified.outcome === 'accepted_unverified';
    const decides = isAccepted && truthfulness === 'decides_by_probe';
    const { catchAll, isPending } = decides ? await this.askRandom(request, best) : NOT_ASKED;
    if (classified.outcome === 'accepted' && catchAll !== true && mxHost !== null) this.remember(request, mxHost);
    return {
      classified,
      stage,
      mxHost,
      catchAll,
      catchAllPending: isPending,
      by: best.answer.by ?? null,
      controlPending: best.answer.isControlPending === true,
      provider: provider?.id ?? null,
      truthfulness,
      everyHostSaid,
      layer,
      isLocalError: layer === 'proxy' || classified.outcome === 'out_of_resources' || best.answer.wasNotAsked === true,
    };
  }

  /** The host has just answered: it gets half of the time that is left, and no less than a slow one takes. */
  private timeForRandom(until: number): number {
    const now = this.clock.now();
    return Math.min(until, now + Math.max(TIME_FOR_RANDOM_MS, (until - now) / 2));
  }

  /** For control questions: somebody whom the host takes. */
  private remember({ tenant, address: { domain, localPart, needsSmtputf8 } }: ProbeRequest, mxHost: string): void {
    if (!needsSmtputf8) this.memory.wasAccepted({ tenant, host: hostKey(mxHost), domain }, localPart);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private async walkHosts(request: ProbeRequest): Promise<Walk> {
    let best: HostAnswer = { answer: ABORTED, host: null, address: '' };
    const outcomes = new Map<string, PoolAnswer>();
    try {
      for await (const host of request.hosts) {
        const asked = await this.askHost(request, host, othersThan(outcomes.size, request));
        outcomes.set(host.name, asked.answer);
        best = outcomes.size === 1 || further(best.answer, asked.answer) === asked.answer ? asked : best;
        if (nextStep(asked.answer) === 'stop') return { best: verdictOr(best, asked), everyHostSaid: false };
        const mayAskMore = asked.answer.classified.outcome === 'unclassified' ? MAX_HOSTS_UNCLASSIFIED : MAX_HOSTS;
        if (outcomes.size >= mayAskMore || request.signal.aborted) break;
      }
    } catch (error) {
      // The iteration over the hosts ends with the signal's reason; anything else is a defect.
      if (!request.signal.aborted) throw error;
    }
    return { best, everyHostSaid: everyHostSaid(request.hostNames, best, outcomes) };
  }

  /** The first address of the host that can be talked to decides. */
  private async askHost(request: ProbeRequest, host: MailHost, otherHosts: number): Promise<HostAnswer> {
    let best: HostAnswer = { answer: ABORTED, host: null, address: '' };
    const addresses = host.addresses.slice(0, MAX_ADDRESSES_PER_HOST);
    const { until } = request;
    for (const [index, address] of addresses.entries()) {
      const others = addresses.length - 1 - index + otherHosts;
      const answer = await this.pool.ask({
        host: host.name,
        address,
        recipient: {
          address: `${request.address.localPart}@${request.address.domain}`,
          needsSmtputf8: request.address.needsSmtputf8,
        },
        mode: request.mode,
        tenant: request.tenant,
        job: request.job,
        isFollowUp: false,
        signal: request.signal,
        ...(until !== null && { time: { until, others } }),
      });
      const wasConnected = answer.stage !== 'connect';
      const asked = { answer, host: wasConnected ? host : null, address };
      best = best.address === '' || further(best.answer, answer) === answer ? asked : best;
      if (nextStep(answer) !== 'next_address') return asked;
    }
    return best;
  }

  private async askRandom(request: ProbeRequest, asked: HostAnswer): Promise<CatchAllFact> {
    const { address, hostNames, mode, tenant, job, until, signal } = request;
    const host = asked.host?.name ?? '';
    const time = until === null ? null : { until: this.timeForRandom(until), others: 0 };
    try {
      return await this.catchAllFacts.of(
        address.domain,
        hostNames,
        async (localPart, sharedSignal) => {
          const answer = await this.pool.ask({
            host,
            address: asked.address,
            recipient: { address: `${localPart}@${address.domain}`, needsSmtputf8: false },
            mode,
            tenant,
            job,
            isFollowUp: true,
            ...(!address.needsSmtputf8 && { accepted: `${address.localPart}@${address.domain}` }),
            signal: sharedSignal,
            ...(time && { time }),
          });
          return answer.classified;
        },
        signal,
      );
    } catch {
      // The deadline passed; the acceptance of the real address stands.
      return NOT_ASKED;
    }
  }
}

/** Hosts that may have to be asked beside this one, the number of those before it given. */
const othersThan = (before: number, { hostNames }: ProbeRequest): number =>
  Math.max(0, Math.min(MAX_HOSTS, hostNames.length) - before - 1);

/** A verdict beats whatever other hosts said before; an abort does not. */
const verdictOr = (best: HostAnswer, last: HostAnswer): HostAnswer =>
  last.answer.classified.outcome === 'aborted' ? best : last;

function everyHostSaid(
  hostNames: readonly string[],
  best: HostAnswer,
  outcomes: ReadonlyMap<string, PoolAnswer>,
): boolean {
  const { outcome } = best.answer.classified;
  return (
    hostNames.length > 0 &&
    hostNames.every((name) => {
      const classified = outcomes.get(name)?.classified;
      return classified?.outcome === outcome && isLastingRefusalOfDomain(classified);
    })
  );
}
