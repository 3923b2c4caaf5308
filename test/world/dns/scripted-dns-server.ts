import { LoopbackSockets, type Reply } from './loopback-sockets';
import { decodeQuestion } from './received-question';
import { Script } from './script';
import { scriptedReply } from './scripted-reply';
import { seededFraction } from './seeded-fraction';
import type { ScriptedType, Wildcard, ZoneEntry, Zones } from './zone';

export interface ScriptedDnsOptions {
  zones?: Zones;
  /** Consulted for names that no zone holds. */
  wildcard?: Wildcard;
  /** The share of UDP questions that get lost, 0 to 1; the same ones for the same seed. */
  drop?: { fraction: number; seed: number };
  /** Keep each question in `asked`. Default true; turn it off for millions of them. */
  remember?: boolean;
  /** A loopback address. Default `127.0.0.1`. */
  host?: string;
  /** Default 0: any port that is free. */
  port?: number;
}

/** One question that arrived. */
export interface AskedQuestion {
  name: string;
  type: string;
  transport: 'udp' | 'tcp';
  edns: boolean;
  id: number;
  /** The port that the question came from. */
  clientPort: number;
}

/**
 * A DNS server for tests, on UDP and TCP of one loopback port, that plays a recursive resolver by a script.
 *
 *     const dns = new ScriptedDnsServer({
 *       zones: { 'ok.test': { mx: [[10, 'mx1.ok.test']] }, 'mx1.ok.test': { a: ['127.0.0.1'] } },
 *     });
 *     const { port } = await dns.start();
 *     dns.set('ok.test', [{ behaviour: 'servfail' }, { mx: [[10, 'mx1.ok.test']] }]); // at any time: fails once
 *     expect(dns.count('ok.test', 'MX')).toBe(2);
 *     await dns.stop();
 *
 * A name without an entry does not exist (NXDOMAIN), unless it is the parent of one that has (then: no records).
 * Replies too long for UDP are truncated, as anywhere. See `ZoneEntry` for all that can be scripted.
 */
export class ScriptedDnsServer {
  /** The questions in the order of their arrival, unless `remember` is off. */
  readonly asked: AskedQuestion[] = [];
  /** Number of questions, lost ones included. */
  total = 0;
  /** While set, no question is answered. */
  isAway = false;
  /** While set, every question is answered with SERVFAIL, as by a resolver that has lost its line. */
  isCutOff = false;
  private readonly script: Script;
  private readonly delays = new Set<NodeJS.Timeout>();
  private readonly isLost: () => boolean;
  private sockets: LoopbackSockets | null = null;

  constructor(private readonly options: ScriptedDnsOptions = {}) {
    this.script = new Script(options.zones ?? {}, options.wildcard);
    this.isLost = options.drop === undefined ? () => false : seededFraction(options.drop.fraction, options.drop.seed);
  }

  async start(): Promise<{ address: string; port: number }> {
    const address = this.options.host ?? '127.0.0.1';
    this.sockets = await LoopbackSockets.open(
      address,
      this.options.port ?? 0,
      (message, transport, clientPort, reply) => {
        this.receive(message, transport, clientPort, reply);
      },
    );
    return { address, port: this.sockets.port };
  }

  /** Ends all connections and forgets pending answers. */
  async stop(): Promise<void> {
    for (const delay of this.delays) clearTimeout(delay);
    this.delays.clear();
    await this.sockets?.close();
    this.sockets = null;
  }

  /** Adds or replaces what is said about one name, and begins its script anew. */
  set(name: string, entry: ZoneEntry | readonly ZoneEntry[]): void {
    this.script.set(name, entry);
  }

  /** How many questions there were, about this name and of this type if given. */
  count(name?: string, type?: ScriptedType): number {
    return this.asked.filter((q) => (name ?? q.name) === q.name && (type ?? q.type) === q.type).length;
  }

  /** Forgets the questions so far. */
  forget(): void {
    this.asked.length = 0;
    this.total = 0;
  }

  private receive(message: Buffer, transport: 'udp' | 'tcp', clientPort: number, reply: Reply): void {
    const packet = decodeQuestion(message);
    if (packet === null) return;
    const { id, question, udpBytes } = packet;
    const name = question.name.toLowerCase();
    this.total += 1;
    if (this.options.remember !== false) {
      this.asked.push({ name, type: question.type, transport, edns: udpBytes !== null, id, clientPort });
    }
    if (this.isAway || (transport === 'udp' && this.isLost())) return;
    const entry = this.isCutOff ? { behaviour: 'servfail' as const } : this.script.next(name, question.type);
    const send = (): void => {
      scriptedReply(packet, transport, entry, (other) => this.script.peek(other, question.type), reply);
    };
    if (entry?.delayMs === undefined) send();
    else this.after(entry.delayMs, send);
  }

  private after(ms: number, work: () => void): void {
    const delay = setTimeout(() => {
      this.delays.delete(delay);
      work();
    }, ms);
    this.delays.add(delay);
  }
}
