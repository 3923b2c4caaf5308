import { Child } from './child';

export interface Asked {
  /** Connections that were made. */
  knocks: number;
  rcpts: number;
  peakSessions: number;
  /** Breaches of the protocol. */
  violations: number;
}

/** A world of mail hosts on loopback (one a domain, in 127.0.1.0/24 to 127.0.20.0/24): `person2@…` exists, `person3@…` does not, at any domain. */
export class MailWorld {
  private constructor(
    private readonly process: Child,
    readonly dnsPort: number,
    readonly smtpPort: number,
  ) {}

  static async start(folder: string, hasErrorLimits: boolean): Promise<MailWorld> {
    const args = ['-r', '@swc-node/register', 'bench/support/mail-world-process.ts'];
    const child = Child.start([...args, ...(hasErrorLimits ? ['--error-limits'] : [])], {}, `${folder}/world.log`);
    const { dnsPort, smtpPort } = (await child.message()) as { dnsPort: number; smtpPort: number };
    return new MailWorld(child, dnsPort, smtpPort);
  }

  async asked(): Promise<Asked> {
    const answer = this.process.message();
    this.process.send({ report: true });
    return (await answer) as Asked;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

const ADDRESSES = 2000;
const DOMAINS = 200;

export function exists(address: string): boolean {
  return /^person\d*[02468]@/.test(address);
}

/** 2,000 addresses over 200 domains, whose names begin with `prefix`: the k-th largest domain has a share of 1/k (Zipf); half of them are missing. */
export function worldAddresses(prefix = 'company'): string[] {
  const weights = Array.from({ length: DOMAINS }, (_, i) => 1 / (i + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const counts = weights.map((weight) => Math.max(1, Math.floor((weight / total) * ADDRESSES)));
  const given = counts.reduce((sum, count) => sum + count, 0);
  counts[0] = (counts[0] ?? 0) + ADDRESSES - given;
  const addresses = counts.flatMap((count, domain) =>
    Array.from({ length: count }, (_, i) => `person${i + domain}@${prefix}${domain}.com`),
  );
  // Shuffled as lists are, the same way each time.
  return addresses
    .map((address, i) => ({ address, key: Math.imul(i + 1, 0x9e3779b1) >>> 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ address }) => address);
}
