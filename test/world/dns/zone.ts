/** What a scripted DNS server says about one name. Everything can be left out; what is left out does not exist. */
export interface ZoneEntry {
  /** `[preference, exchange]`; the exchange `'.'` is a null MX. */
  mx?: readonly (readonly [number, string])[];
  a?: readonly string[];
  aaaa?: readonly string[];
  txt?: readonly string[];
  ptr?: readonly string[];
  /** The name is an alias; whatever else the entry holds is not used. */
  cname?: string;
  /** Answer with the alias alone, without what it leads to, as an authoritative server for one zone does. */
  cnameOnly?: boolean;
  /** Seconds, of every record of the entry. Default 300. */
  ttl?: number;
  /** Seconds of the SOA record that comes with "no such name" and "no such records". Default 300 both; null: no SOA. */
  soa?: { ttl: number; minimum: number } | null;
  /** What goes wrong; see `Behaviour`. */
  behaviour?: Behaviour;
  /** Milliseconds before the answer. */
  delayMs?: number;
  /** Over UDP only an empty answer with TC set, so that the client comes back over TCP. */
  truncate?: boolean;
  /** Another entry for questions of one type, such as `{ A: { behaviour: 'servfail' } }`. */
  types?: Partial<Record<ScriptedType, ZoneEntry>>;
}

/** The record types that can be scripted; of others, every name has none. */
export const SCRIPTED_TYPES = ['MX', 'A', 'AAAA', 'TXT', 'PTR'] as const;
export type ScriptedType = (typeof SCRIPTED_TYPES)[number];

export type Behaviour =
  /** Says that the name does not exist. */
  | 'nxdomain'
  /** Says that the name has no records of the type. */
  | 'nodata'
  | 'servfail'
  | 'refused'
  | 'formerr'
  /** FORMERR to every question with EDNS; the plain question is answered. */
  | 'formerr_on_edns'
  /** Never answers. */
  | 'silent'
  /** A reply with another id. */
  | 'wrong_id'
  /** A reply to a question about another name. */
  | 'wrong_question'
  /** The right reply, from another port. */
  | 'other_port'
  /** Bytes that are no DNS message. */
  | 'garbage'
  /** The right reply, its last bytes missing. */
  | 'cut_off'
  /** No answer, and the name servers of the root to ask instead. */
  | 'referral'
  /** Over TCP (see `truncate`): closes without a word. Over UDP: silent, unless the entry truncates. */
  | 'close';

/** Entries by name, in lower case without trailing dots. An array is a script: one entry a question, the last one stays. */
export type Zones = Record<string, ZoneEntry | readonly ZoneEntry[]>;

/** Makes up the entry of a name that no zone holds; undefined: the name does not exist. */
export type Wildcard = (name: string, type: ScriptedType) => ZoneEntry | undefined;
