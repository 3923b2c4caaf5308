import * as ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import type { AppConfig } from '../../config/app-config';
import { AddressPolicy } from '../../engine';

const MOST_CHARACTERS = 2000;

/**
 * Where webhooks may go: to public addresses by https, at the usual ports; and to `WEBHOOK_ALLOW_CIDRS`, which are the operator's own,
 * at any port. `WEBHOOK_ALLOW_HTTP` adds http and its port.
 */
export class Destinations {
  readonly allowHttp: boolean;
  private readonly ports: ReadonlySet<number>;
  private readonly policy: AddressPolicy;
  private readonly ranges: ReturnType<typeof ipaddr.parseCIDR>[];

  constructor({
    WEBHOOK_ALLOW_CIDRS,
    WEBHOOK_ALLOW_HTTP,
  }: Pick<AppConfig, 'WEBHOOK_ALLOW_CIDRS' | 'WEBHOOK_ALLOW_HTTP'>) {
    this.allowHttp = WEBHOOK_ALLOW_HTTP === 'on';
    this.ports = new Set(this.allowHttp ? [443, 8443, 80] : [443, 8443]);
    this.policy = new AddressPolicy({ allowCidrs: WEBHOOK_ALLOW_CIDRS });
    this.ranges = WEBHOOK_ALLOW_CIDRS.map((range) => ipaddr.parseCIDR(range));
  }

  /** Asked with every address of a host, at the moment of connecting. */
  permits(address: string, port: number): boolean {
    return this.policy.permits(address) && (this.ports.has(port) || this.isOwn(address));
  }

  /** What is wrong with an address that somebody gives, in a sentence; null: nothing that could be known before it is dialled. */
  faultOf(text: string): string | null {
    if (text.length > MOST_CHARACTERS) return `must have at most ${MOST_CHARACTERS} characters.`;
    // They would be left out without a word, or sent as signs that nobody wrote.
    if (/[\s\p{Cc}]/u.test(text)) return 'must have no blanks or line breaks in it.';
    const url = URL.canParse(text) ? new URL(text) : null;
    const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && this.allowHttp);
    if (url === null || !isWeb) {
      return `must be an address that begins with ${this.allowHttp ? 'https:// or http://' : 'https://'}.`;
    }
    if (url.username !== '' || url.password !== '') return 'must have no user or password in it.';
    if (url.hash !== '') return 'must have no # in it.';
    const port = Number(url.port) || (url.protocol === 'http:' ? 80 : 443);
    if (!this.ports.has(port) && this.ranges.length === 0)
      return `must have one of the ports ${[...this.ports].join(', ')}.`;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !this.permits(host, port)) return 'must not be an address inside of a network.';
    return null;
  }

  private isOwn(address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  }
}
