import { isIP } from 'node:net';
import * as ipaddr from 'ipaddr.js';

/** Hosts behind public-looking addresses that only the inside of a cloud can reach: Azure's wire server. */
const ALWAYS_DENIED = ['168.63.129.16/32'];
/** All IPv6 unicast that is routed (RFC 4291 2.4); old embeddings such as `::127.0.0.1` look like unicast to ipaddr.js. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Which addresses may be dialled: the owner of a domain chooses them, by its MX records (SSRF). */
export class AddressPolicy {
  private readonly allowed: Cidr[];
  private readonly denied: Cidr[];

  /** CIDR blocks, or single addresses, as text. Throws a sentence about the first that is neither. */
  constructor(options: { allowCidrs: readonly string[]; denyCidrs?: readonly string[] }) {
    this.allowed = options.allowCidrs.map(parseBlock);
    this.denied = [...ALWAYS_DENIED, ...(options.denyCidrs ?? [])].map(parseBlock);
  }

  /** True for public unicast and the allowed blocks, except what is denied. False for whatever is no address. */
  permits(address: string): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const parsed = ipaddr.process(address);
    if (isWithin(parsed, this.denied)) return false;
    return isWithin(parsed, this.allowed) || isPublicUnicast(parsed);
  }
}

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || isWithin(address, [GLOBAL_UNICAST_V6]);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, blocks: readonly Cidr[]): boolean {
  return blocks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

function parseBlock(text: string): Cidr {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const version = isIP(address);
  const width = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
  if (version === 0 || rest.length > 0 || !(prefix <= width)) {
    throw new Error(`"${text}" is no CIDR block; write one such as 192.0.2.0/24 or 2001:db8::/32.`);
  }
  return [ipaddr.parse(address), prefix];
}
