import type { Answer } from 'dns-packet';
import { canonicalName } from './dns-name';
import { RCODE } from './dns-message';
import type { QuestionType } from './dns-question';

/** Longest chain of aliases in one reply; resolvers give up between 8 and 16. */
const MAX_ALIASES = 12;

/** What a reply says about a name. `ttl` is in seconds, as the records give it. */
export type DnsAnswer<T> =
  | { kind: 'records'; records: T[]; ttl: number }
  /** The chain of aliases ends at a name that the reply says nothing about. */
  | { kind: 'alias'; target: string; ttl: number }
  | { kind: 'not_found'; ttl: number }
  | { kind: 'no_data'; ttl: number }
  | { kind: 'error'; detail: string; isLocal?: true };

/** Follows the aliases of the answer section (RFC 1034 3.6.2) and tells an absence from a non-answer (RFC 2308 2). */
export function readAnswer<T>(
  reply: { rcode: number; answers: Answer[]; authorities: Answer[] },
  question: string,
  type: QuestionType<T>,
): DnsAnswer<T> {
  let name = question;
  let ttl = Infinity;
  for (let hops = 0; hops <= MAX_ALIASES; hops++) {
    const own = reply.answers.filter((answer) => canonicalName(answer.name) === name);
    const wanted = own.filter((answer) => answer.type === type.name);
    if (wanted.length > 0) return recordsOf(wanted, ttl, type);
    const alias = own.find((answer) => answer.type === 'CNAME');
    if (alias?.type !== 'CNAME') return absence(reply, name, question, ttl);
    name = canonicalName(alias.data);
    ttl = Math.min(ttl, alias.ttl ?? 0);
  }
  return { kind: 'error', detail: 'alias loop' };
}

function recordsOf<T>(wanted: Answer[], chainTtl: number, type: QuestionType<T>): DnsAnswer<T> {
  const records: T[] = [];
  let ttl = chainTtl;
  for (const answer of wanted.slice(0, type.maxRecords)) {
    const record = type.read(answer);
    if (record === null) return { kind: 'error', detail: 'malformed record' };
    records.push(record);
    ttl = Math.min(ttl, ttlOf(answer));
  }
  return { kind: 'records', records, ttl };
}

function absence(
  reply: { rcode: number; answers: Answer[]; authorities: Answer[] },
  name: string,
  question: string,
  chainTtl: number,
): DnsAnswer<never> {
  const soa = reply.authorities.find((answer) => answer.type === 'SOA');
  const soaTtl = soa?.type === 'SOA' ? Math.min(ttlOf(soa), soa.data.minimum ?? 0) : 0;
  const ttl = Math.min(chainTtl, soaTtl);
  if (reply.rcode === RCODE.nxDomain) return { kind: 'not_found', ttl };
  if (name !== question) {
    // The SOA of the alias's own zone says nothing about the target (RFC 2308 2.2).
    const aboutTarget = soa !== undefined && isWithin(name, canonicalName(soa.name));
    return aboutTarget ? { kind: 'no_data', ttl } : { kind: 'alias', target: name, ttl: chainTtl };
  }
  if (reply.answers.length > 0) return { kind: 'error', detail: 'answer to another question' };
  const referral = soa === undefined && reply.authorities.some((answer) => answer.type === 'NS');
  // A server that does not recurse gives a referral; that is not "no records".
  return referral ? { kind: 'error', detail: 'referral' } : { kind: 'no_data', ttl };
}

function isWithin(name: string, zone: string): boolean {
  return zone === '' || name === zone || name.endsWith(`.${zone}`);
}

/** Seconds; values with the highest bit set count as zero (RFC 2181 8). */
function ttlOf(answer: Answer): number {
  const ttl = 'ttl' in answer ? (answer.ttl ?? 0) : 0;
  return ttl > 0x7fffffff ? 0 : ttl;
}
