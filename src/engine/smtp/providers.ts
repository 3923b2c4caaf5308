import { LRUCache } from 'lru-cache';
import type { Truthfulness } from './mailbox-prober';

export interface Provider {
  /** Stable id, such as `google`: seen in the evidence, and the key of pacing unless `isPerCustomer`. */
  id: string;
  /** Ends of MX host names where the provider alone has machines. A leading dot means: and the name itself is not one. */
  suffixes?: readonly string[];
  /** MX host names where customers have machines under the same domain. */
  hosts?: RegExp;
  /** Each customer has hosts, or access rules, of his own: what one host does says nothing of the others. */
  isPerCustomer?: boolean;
  /** For domains hosted there. */
  truthfulness: Truthfulness;
  /** Recipient domains (the provider's own) of which more is known than of hosted ones. */
  ownDomains?: { domains: RegExp; truthfulness: Truthfulness };
  /** Sessions at a time, where fewer than the default are wise. */
  maxSessions?: number;
  /** Few errors are forgiven per session: the careful budget stays. */
  isStrict?: boolean;
}

const GMAIL = /^(gmail|googlemail)\.com$/;
const ICLOUD = /^(icloud|me|mac)\.com$/;
const YANDEX = /^(ya\.ru|yandex\.[a-z.]{2,6})$/;

/** By MX suffix; the first match wins, so longer suffixes come first. */
const PROVIDERS: readonly Provider[] = [
  {
    id: 'google',
    suffixes: ['.google.com', '.googlemail.com'],
    truthfulness: 'decides_by_probe',
    ownDomains: { domains: GMAIL, truthfulness: 'truthful' },
    maxSessions: 1,
  },
  {
    id: 'outlook',
    isStrict: true,
    suffixes: ['.olc.protection.outlook.com', 'pamx1.hotmail.com'],
    truthfulness: 'truthful',
    maxSessions: 1,
  },
  {
    id: 'microsoft365',
    suffixes: ['.protection.outlook.com', '.mx.microsoft'],
    truthfulness: 'decides_by_probe',
  },
  { id: 'yahoo', isStrict: true, suffixes: ['.yahoodns.net'], truthfulness: 'accepts_all', maxSessions: 1 },
  {
    id: 'icloud',
    isStrict: true,
    suffixes: ['.mail.icloud.com', '.apple.com'],
    truthfulness: 'decides_by_probe',
    ownDomains: { domains: ICLOUD, truthfulness: 'truthful' },
    maxSessions: 1,
  },
  { id: 'zoho', hosts: /^(mx|smtpin)\d*\.zoho\.(com|eu|in)$/, truthfulness: 'decides_by_probe' },
  {
    id: 'proton',
    suffixes: ['.protonmail.ch'],
    truthfulness: 'decides_by_probe',
    ownDomains: { domains: /^(proton\.me|pm\.me|protonmail\.(com|ch))$/, truthfulness: 'truthful' },
  },
  { id: 'fastmail', suffixes: ['.messagingengine.com'], truthfulness: 'decides_by_probe' },
  {
    id: 'yandex',
    hosts: /^mx\d*\.yandex\.(ru|net)$/,
    truthfulness: 'decides_by_probe',
    ownDomains: { domains: YANDEX, truthfulness: 'truthful' },
  },
  { id: 'mailru', hosts: /^e?mxs?\d*\.mail\.ru$/, truthfulness: 'decides_by_probe' },
  { id: 'qq', isStrict: true, hosts: /^mx[a-z]*\d*\.qq\.com$/, truthfulness: 'decides_by_probe' },
  { id: 'netease', isStrict: true, suffixes: ['.mxmail.netease.com'], truthfulness: 'decides_by_probe' },
  {
    id: 'ionos',
    hosts: /^mx[a-z0-9-]*(\.emig)?\.(gmx\.net|web\.de|kundenserver\.de|perfora\.net)$/,
    truthfulness: 'decides_by_probe',
    ownDomains: { domains: /^(gmx\.(net|de|at|ch|com)|web\.de|mail\.com)$/, truthfulness: 'truthful' },
  },
  { id: 'orange', isStrict: true, hosts: /^(smtp-in|mx)[0-9-]*\.orange\.fr$/, truthfulness: 'decides_by_probe' },
  { id: 'laposte', isStrict: true, hosts: /^(smtp-in|smtpz|mx)\d*\.laposte\.net$/, truthfulness: 'decides_by_probe' },
  { id: 'free', isStrict: true, hosts: /^mx\d*(-g\d+)?\.free\.fr$/, truthfulness: 'decides_by_probe' },
  { id: 'sfr', hosts: /^(smtp-in|mx|mxin)\d*\.sfr\.fr$/, truthfulness: 'decides_by_probe' },
  { id: 'mimecast', suffixes: ['.mimecast.com', '.mimecast.co.za'], truthfulness: 'decides_by_probe' },
  {
    id: 'proofpoint',
    isPerCustomer: true,
    suffixes: ['.pphosted.com', '.ppe-hosted.com'],
    truthfulness: 'decides_by_probe',
  },
  { id: 'barracuda', suffixes: ['.barracudanetworks.com'], truthfulness: 'decides_by_probe' },
  { id: 'cisco', isPerCustomer: true, isStrict: true, suffixes: ['.iphmx.com'], truthfulness: 'decides_by_probe' },
  { id: 'broadcom', suffixes: ['.messagelabs.com'], truthfulness: 'decides_by_probe' },
  {
    id: 'trendmicro',
    suffixes: ['.in.hes.trendmicro.com', '.in.hes.trendmicro.eu'],
    truthfulness: 'decides_by_probe',
  },
  { id: 'sophos', suffixes: ['.prod.hydra.sophos.com'], truthfulness: 'decides_by_probe' },
  {
    id: 'forwarder',
    suffixes: ['.improvmx.com', '.forwardemail.net', '.mx.cloudflare.net'],
    truthfulness: 'decides_by_probe',
  },
  { id: 'ovh', hosts: /^((mx|ex|pro)\d*|mxb|redirect)(\.mail)?\.ovh\.net$/, truthfulness: 'decides_by_probe' },
];

/** Each question asks several times; names come from outside, so their number is bounded. */
const known = new LRUCache<string, { provider: Provider | undefined }>({ max: 10_000 });

/** The provider behind an MX host, or undefined for a host that is not in the map. */
export function providerOf(mxHost: string): Provider | undefined {
  let found = known.get(mxHost);
  if (!found) known.set(mxHost, (found = { provider: findProvider(mxHost.toLowerCase()) }));
  return found.provider;
}

/** The key for what is learned of a host: the provider's id; of any other host, and of a customer's, its name in lower case. */
export function keyOfHost(mxHost: string): string {
  const provider = providerOf(mxHost);
  return provider && provider.isPerCustomer !== true ? provider.id : mxHost.toLowerCase();
}

function findProvider(name: string): Provider | undefined {
  return PROVIDERS.find(
    ({ suffixes = [], hosts }) =>
      hosts?.test(name) === true ||
      suffixes.some((suffix) => (suffix.startsWith('.') ? name.endsWith(suffix) : name === suffix)),
  );
}

/** What an acceptance by this host is worth for an address of this domain. */
export function truthfulnessOf(provider: Provider | undefined, domain: string): Truthfulness {
  if (!provider) return 'decides_by_probe';
  return provider.ownDomains?.domains.test(domain) ? provider.ownDomains.truthfulness : provider.truthfulness;
}
