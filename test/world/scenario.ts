import type { Zones } from './dns/zone';
import type { SmtpScript } from './smtp/smtp-script';

/** What a caller is told of an address; the names of the HTTP interface. */
export interface ExpectedVerdict {
  status: 'valid' | 'catch_all' | 'risky' | 'invalid' | 'unknown';
  sub_status: string | null;
  smtp_valid: boolean | null;
  is_catch_all: boolean | null;
  mx_found: boolean;
}

export const SCENARIO_KINDS = [
  'ordinary',
  'dns',
  'reply',
  'control',
  'refusal of us',
  'hostile',
  'session',
  'provider',
  'later',
] as const;
export type ScenarioKind = (typeof SCENARIO_KINDS)[number];

/** One address, the world around it, and the right answer. */
export interface Scenario {
  /** Unique, and plain words: it stands in tables that people read. */
  name: string;
  kind: ScenarioKind;
  address: string;
  expected: ExpectedVerdict;
  /** Other fields of the answer that are the point of the scenario. */
  also?: Partial<{ is_disposable: boolean; is_role_account: boolean; did_you_mean: string | null }>;
  /** The verdict in a batch that asks again, where it differs. */
  inBatch?: ExpectedVerdict;
  /** Addresses that the same caller asks about first: of no other scenario, and of none before. */
  askedBefore?: readonly string[];
  zones: Zones;
  /** Mail hosts by name. The world gives each an address of its own, and the A record where the zones have none. */
  hosts: Readonly<Record<string, Partial<SmtpScript>>>;
  /** Why this is the right answer: an RFC section, or a public report of somebody who got it wrong. */
  source?: string;
}

/** Asks about a scenario's address, and before about those that it wants to be known. */
export async function askInOrder<T>(
  { address, askedBefore = [] }: Scenario,
  ask: (address: string) => Promise<T>,
): Promise<T> {
  for (const before of askedBefore) await ask(before);
  return ask(address);
}

/** A verdict, in the order status, sub-status, smtp_valid, is_catch_all; there is an MX record unless `mxFound` says no. */
function verdict(
  status: ExpectedVerdict['status'],
  sub_status: string | null,
  smtp_valid: boolean | null,
  is_catch_all: boolean | null,
): ExpectedVerdict {
  return { status, sub_status, smtp_valid, is_catch_all, mx_found: true };
}

export const VALID = verdict('valid', null, true, false);
/** Vouched for by the provider: no random address is asked about. */
export const VALID_UNPROBED = verdict('valid', null, true, null);
export const CATCH_ALL = verdict('catch_all', null, true, true);
export const FULL = verdict('risky', 'mailbox_quota_exceeded', true, null);
export const unknown = (sub_status: string): ExpectedVerdict => verdict('unknown', sub_status, null, null);
/** The mail host said that the mailbox is not to be reached. */
export const refused = (sub_status: string): ExpectedVerdict => verdict('invalid', sub_status, false, null);
/** The domain said so; no mail host was asked. */
export const impossible = (sub_status: string, mx_found: boolean): ExpectedVerdict => ({
  ...verdict('invalid', sub_status, null, null),
  mx_found,
});
export const withoutMx = (expected: ExpectedVerdict): ExpectedVerdict => ({ ...expected, mx_found: false });

/** `joe@<domain>` at a domain with the one mail host `mx.<domain>`. */
export function atOneHost(
  domain: string,
  script: Partial<SmtpScript>,
  localPart = 'joe',
): Pick<Scenario, 'address' | 'zones' | 'hosts'> {
  const host = `mx.${domain}`;
  return {
    address: `${localPart}@${domain}`,
    zones: { [domain]: { mx: [[10, host]] } },
    hosts: { [host]: script },
  };
}

/** A mail host that answers every RCPT the same way. */
export const always = (reply: string | readonly string[]): Partial<SmtpScript> => ({ otherwise: reply });

/** A mail host that knows one mailbox, and refuses all others as unknown. */
export const knows = (address: string, script: Partial<SmtpScript> = {}): Partial<SmtpScript> => ({
  mailboxes: { [address.toLowerCase()]: 'ok' },
  ...script,
});
