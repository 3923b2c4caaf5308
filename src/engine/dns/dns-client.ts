import type { MessageCount } from '../ports';
import { readAnswer, type DnsAnswer } from './dns-answer';
import { ABORTED, type Exchange } from './dns-exchange';
import { encodeQuery, RCODE } from './dns-message';
import { canonicalName, isHostName } from './dns-name';
import type { QuestionType } from './dns-question';
import { NameServers, type NameServer, type NameServerAddress } from './name-servers';
import { Semaphore } from './semaphore';
import { exchangeTcp } from './tcp-exchange';
import { exchangeUdp } from './udp-exchange';

/** Longest chain of aliases that is followed by asking again. */
const MAX_REQUERIES = 8;
/** Messages for one question in all: aliases, servers, rounds, TCP. A hostile zone could else cause many more. */
export const MAX_MESSAGES = 9;

export interface DnsClientOptions {
  servers: readonly NameServerAddress[];
  /** Milliseconds for one exchange with one server. */
  timeoutMs: number;
  /** Rounds through the servers before a question is given up. */
  tries: number;
  /** Milliseconds for a question as a whole, from when it leaves the queue. */
  deadlineMs: number;
  /** Questions in flight at a time; resolvers and socket buffers drop what is beyond. */
  maxInFlight: number;
}

/** The end of a question: records, an absence (with its TTL in seconds), or nothing learnt. */
export type DnsResult<T> = Exclude<DnsAnswer<T>, { kind: 'alias' }> | { kind: 'timeout' };
/** Messages of one question: how many it may still send, and whom they count for. */
interface Spent {
  left: number;
  count: MessageCount;
}

interface Bounds {
  /** On the monotonic clock, in milliseconds. */
  deadline: number;
  spent: Spent;
}

interface Turn {
  spent: Spent;
  timeoutMs: number;
  signal: AbortSignal;
}

type Attempt<T> = DnsAnswer<T> | { kind: 'timeout' };

/** Asks recursive name servers. Keeps nothing: see `CachedLookup`. */
export class DnsClient {
  /** Messages sent, over UDP and TCP together; monotonic. */
  queriesSent = 0;
  private readonly servers: NameServers;
  private readonly inFlight: Semaphore;

  constructor(private readonly options: DnsClientOptions) {
    this.servers = new NameServers(options.servers);
    this.inFlight = new Semaphore(options.maxInFlight);
  }

  /** Never rejects; an abort ends it at once with an error. A name that is no host name is an error and asks nobody. */
  async ask<T>(
    name: string,
    type: QuestionType<T>,
    signal: AbortSignal,
    count: MessageCount = { messages: 0 },
  ): Promise<DnsResult<T>> {
    if (!isHostName(name)) return { kind: 'error', detail: 'not a host name' };
    if (!(await this.inFlight.acquire(signal))) return { kind: 'error', detail: 'aborted' };
    try {
      return await this.askThroughAliases(name, type, signal, count);
    } finally {
      this.inFlight.release();
    }
  }

  private async askThroughAliases<T>(
    question: string,
    type: QuestionType<T>,
    signal: AbortSignal,
    count: MessageCount,
  ): Promise<DnsResult<T>> {
    const bounds = { deadline: performance.now() + this.options.deadlineMs, spent: { left: MAX_MESSAGES, count } };
    const asked = new Set<string>();
    let name = question;
    let chainTtl = Infinity;
    while (asked.size <= MAX_REQUERIES && !asked.has(name)) {
      asked.add(name);
      const answer = await this.askServers(name, type, bounds, signal);
      if (answer.kind === 'timeout' || answer.kind === 'error') return answer;
      chainTtl = Math.min(chainTtl, answer.ttl);
      if (answer.kind !== 'alias') return { ...answer, ttl: chainTtl };
      name = canonicalName(answer.target);
      if (!isHostName(name)) return { kind: 'error', detail: 'alias to what is no host name' };
    }
    return { kind: 'error', detail: 'alias loop' };
  }

  /** Rounds through the servers until one answers. What one refuses or garbles, the next may know. */
  private async askServers<T>(
    name: string,
    type: QuestionType<T>,
    bounds: Bounds,
    signal: AbortSignal,
  ): Promise<Attempt<T>> {
    let failure: Attempt<T> = { kind: 'timeout' };
    for (let round = 0; round < this.options.tries; round++) {
      for (const server of this.servers.inOrder(performance.now())) {
        const timeoutMs = Math.min(this.options.timeoutMs, bounds.deadline - performance.now());
        if (timeoutMs <= 0 || bounds.spent.left <= 0 || signal.aborted) return failure;
        const attempt = await this.askServer(server, name, type, { spent: bounds.spent, timeoutMs, signal });
        if (attempt.kind === 'timeout') {
          this.servers.timedOut(server, performance.now());
          continue;
        }
        if (attempt === ABORTED) return attempt;
        this.servers.answered(server);
        if (attempt.kind !== 'error') return attempt;
        failure = attempt;
      }
    }
    return failure;
  }

  private async askServer<T>(server: NameServer, name: string, type: QuestionType<T>, turn: Turn): Promise<Attempt<T>> {
    let outcome = await this.exchange(server, name, type, turn);
    if (server.edns && outcome.kind === 'reply' && isEdnsRefusal(outcome.rcode)) {
      // Known before EDNS was (RFC 6891 7): ask without EDNS, and go on so if that works.
      const plain = { ...server, edns: false };
      outcome = await this.exchange(plain, name, type, turn);
      if (outcome.kind === 'reply' && !isEdnsRefusal(outcome.rcode)) server.edns = false;
    }
    if (outcome.kind === 'truncated') return { kind: 'error', detail: 'truncated' };
    if (outcome.kind !== 'reply') return outcome;
    if (outcome.rcode !== RCODE.noError && outcome.rcode !== RCODE.nxDomain) {
      return { kind: 'error', detail: rcodeName(outcome.rcode) };
    }
    return readAnswer(outcome, name, type);
  }

  private async exchange<T>(server: NameServer, name: string, type: QuestionType<T>, turn: Turn): Promise<Exchange> {
    const { timeoutMs, signal } = turn;
    const request = { server, query: encodeQuery(name, type.name, server.edns), timeoutMs, signal };
    this.sent(turn.spent);
    const outcome = await exchangeUdp(request);
    if (outcome.kind !== 'truncated') return outcome;
    this.sent(turn.spent);
    return exchangeTcp(request);
  }

  private sent(spent: Spent): void {
    this.queriesSent += 1;
    spent.left -= 1;
    spent.count.messages += 1;
  }
}

function isEdnsRefusal(rcode: number): boolean {
  return rcode === RCODE.formErr || rcode === RCODE.notImp || rcode === RCODE.badVers;
}

/** The mnemonic, such as `SERVFAIL`; `RCODE 9` for the rarer ones. */
function rcodeName(rcode: number): string {
  const known = Object.entries(RCODE).find(([, code]) => code === rcode);
  return known === undefined ? `RCODE ${rcode}` : known[0].toUpperCase();
}
