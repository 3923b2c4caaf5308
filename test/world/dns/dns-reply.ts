import {
  AUTHORITATIVE_ANSWER,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  type Answer,
  type Question,
} from 'dns-packet';
import type { ZoneEntry } from './zone';

const DEFAULT_TTL = 300;
const MAX_ALIASES = 10;
export const RCODES = { noerror: 0, formerr: 1, servfail: 2, nxdomain: 3, refused: 5 } as const;

/** What a reply says, before it is made into bytes. */
export interface Content {
  rcode: number;
  answers: Answer[];
  authorities: Answer[];
}

/** Looks up the entry of a name; undefined when the name does not exist. */
export type FindEntry = (name: string) => ZoneEntry | undefined;

/** What is true of a name, aliases followed as a recursive server does. */
export function contentFor(name: string, type: string, entry: ZoneEntry | undefined, find: FindEntry): Content {
  const answers: Answer[] = [];
  let owner = name;
  let current = entry;
  while (current?.cname !== undefined && answers.length < MAX_ALIASES) {
    answers.push({ name: owner, type: 'CNAME', ttl: current.ttl ?? DEFAULT_TTL, data: current.cname });
    if (current.cnameOnly === true) return { rcode: RCODES.noerror, answers, authorities: [] };
    owner = current.cname.toLowerCase().replace(/\.$/, '');
    current = find(owner);
  }
  if (current?.cname !== undefined) return { rcode: RCODES.noerror, answers, authorities: [] };
  if (current === undefined || current.behaviour === 'nxdomain') {
    return { rcode: RCODES.nxdomain, answers, authorities: soaOf(owner, current) };
  }
  if (current.behaviour === 'servfail' || current.behaviour === 'refused' || current.behaviour === 'formerr') {
    return { rcode: RCODES[current.behaviour], answers: [], authorities: [] };
  }
  if (current.behaviour === 'referral') {
    return { rcode: RCODES.noerror, answers, authorities: [{ name: '.', type: 'NS', ttl: 300, data: 'a.root.test' }] };
  }
  const records = current.behaviour === 'nodata' ? [] : recordsOf(owner, type, current);
  const authorities = records.length === 0 ? soaOf(owner, current) : [];
  return { rcode: RCODES.noerror, answers: [...answers, ...records], authorities };
}

function recordsOf(name: string, type: string, entry: ZoneEntry): Answer[] {
  const ttl = entry.ttl ?? DEFAULT_TTL;
  switch (type) {
    case 'MX':
      return (entry.mx ?? []).map(([preference, exchange]) => ({ name, type, ttl, data: { preference, exchange } }));
    case 'A':
      return (entry.a ?? []).map((data) => ({ name, type, ttl, data }));
    case 'AAAA':
      return (entry.aaaa ?? []).map((data) => ({ name, type, ttl, data }));
    case 'TXT':
      return (entry.txt ?? []).map((data) => ({ name, type, ttl, data }));
    case 'PTR':
      return (entry.ptr ?? []).map((data) => ({ name, type, ttl, data }));
    default:
      return [];
  }
}

/** The zone is taken to be the last two labels. */
function soaOf(name: string, entry: ZoneEntry | undefined): Answer[] {
  if (entry?.soa === null) return [];
  const { ttl, minimum } = entry?.soa ?? { ttl: DEFAULT_TTL, minimum: DEFAULT_TTL };
  const zone = name.split('.').slice(-2).join('.');
  return [{ name: zone, type: 'SOA', ttl, data: { mname: `ns.${zone}`, rname: `hostmaster.${zone}`, minimum } }];
}

/** The bytes of a reply. */
export function encodeReply(id: number, question: Question, content: Content, truncated = false): Buffer {
  const flags = AUTHORITATIVE_ANSWER | RECURSION_DESIRED | RECURSION_AVAILABLE | content.rcode;
  return encode({
    type: 'response',
    id,
    flags: truncated ? flags | TRUNCATED_RESPONSE : flags,
    questions: [question],
    answers: truncated ? [] : content.answers,
    authorities: truncated ? [] : content.authorities,
  });
}
