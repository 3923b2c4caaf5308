import { FORBIDDEN_ADDRESS } from '../forbidden-listener';
import { atOneHost, impossible, knows, unknown, VALID, withoutMx, type Scenario } from '../scenario';
import type { ZoneEntry, Zones } from '../dns/zone';

const kind = 'dns';
const ERROR = withoutMx(unknown('dns_error'));

/** No mail host is ever asked. */
function withoutHost(
  name: string,
  domain: string,
  zone: ZoneEntry | Zones | null,
  expected: Scenario['expected'],
  source?: string,
): Scenario {
  const isOne = zone !== null && !Object.keys(zone).some((key) => key.includes('.test'));
  const zones = zone === null ? {} : isOne ? { [domain]: zone as ZoneEntry } : (zone as Zones);
  return {
    name,
    kind,
    address: `joe@${domain}`,
    zones,
    hosts: {},
    expected,
    ...(source === undefined ? {} : { source }),
  };
}

/** Where the domain name system has the last word, or none. */
export const DNS: readonly Scenario[] = [
  withoutHost('a domain that does not exist', 'nowhere.test', null, impossible('domain_not_found', false)),
  withoutHost(
    'a domain with neither MX nor address',
    'bare.test',
    { txt: ['v=spf1 -all'] },
    impossible('no_mail_server', false),
  ),
  withoutHost(
    'a null MX',
    'null-mx.test',
    { mx: [[0, '.']], a: [FORBIDDEN_ADDRESS] },
    impossible('does_not_accept_mail', false),
    'RFC 7505; reacherhq/check-if-email-exists#900',
  ),
  withoutHost(
    'a null MX with another preference',
    'null-mx-10.test',
    { mx: [[10, '.']] },
    impossible('does_not_accept_mail', false),
    'RFC 7505 3',
  ),
  {
    name: 'a null MX beside a real one',
    kind,
    ...atOneHost('null-mx-beside.test', knows('joe@null-mx-beside.test')),
    zones: {
      'null-mx-beside.test': {
        mx: [
          [0, '.'],
          [10, 'mx.null-mx-beside.test'],
        ],
      },
    },
    expected: VALID,
    source: 'RFC 7505 3',
  },
  withoutHost(
    'name servers that fail',
    'servfail.test',
    { behaviour: 'servfail' },
    ERROR,
    'JoshData/python-email-validator#76',
  ),
  withoutHost('name servers that refuse', 'refused.test', { behaviour: 'refused' }, ERROR, 'michaelherold/pyIsEmail#3'),
  withoutHost('name servers that talk rubbish', 'garbage-dns.test', { behaviour: 'cut_off' }, ERROR),
  withoutHost(
    'name servers that say nothing',
    'silent-dns.test',
    { behaviour: 'silent' },
    withoutMx(unknown('dns_timeout')),
    'mailgun/flanker PR 72',
  ),
  withoutHost(
    'name servers that lie about the question',
    'lying-dns.test',
    { behaviour: 'wrong_id' },
    ERROR,
    'RFC 5452 9.1',
  ),
  withoutHost(
    'an alias that leads to itself',
    'loop.test',
    { 'loop.test': { cname: 'loop2.test' }, 'loop2.test': { cname: 'loop.test' } },
    ERROR,
  ),
  withoutHost(
    'an MX record that names nobody',
    'mx-nobody.test',
    { mx: [[10, 'mx.gone.test']] },
    impossible('no_mail_server', false),
  ),
  withoutHost(
    'a mail host whose address cannot be learnt',
    'mx-servfail.test',
    { 'mx-servfail.test': { mx: [[10, 'mx.mx-servfail.test']] }, 'mx.mx-servfail.test': { behaviour: 'servfail' } },
    unknown('dns_error'),
  ),
  {
    name: 'a mail host that is an alias',
    kind,
    address: 'joe@mx-alias.test',
    zones: {
      'mx-alias.test': { mx: [[10, 'alias.mx-alias.test']] },
      'alias.mx-alias.test': { cname: 'real.mx-alias.test' },
    },
    hosts: { 'real.mx-alias.test': knows('joe@mx-alias.test') },
    expected: VALID,
    source: 'RFC 2181 10.3',
  },
  {
    name: 'a mail host whose IPv6 address never comes',
    kind,
    ...atOneHost('aaaa-silent.test', knows('joe@aaaa-silent.test')),
    zones: {
      'aaaa-silent.test': { mx: [[10, 'mx.aaaa-silent.test']] },
      'mx.aaaa-silent.test': { types: { AAAA: { behaviour: 'silent' } } },
    },
    expected: VALID,
  },
  {
    name: 'an answer that does not fit into a datagram',
    kind,
    ...atOneHost('truncated.test', knows('joe@truncated.test')),
    zones: { 'truncated.test': { mx: [[10, 'mx.truncated.test']], truncate: true } },
    expected: VALID,
    source: 'RFC 7766',
  },
  {
    name: 'sixty MX records',
    kind,
    ...atOneHost('many-mx.test', knows('joe@many-mx.test')),
    zones: {
      'many-mx.test': {
        mx: [
          [1, 'MX.many-mx.test'],
          ...Array.from({ length: 59 }, (_, index) => [50, `mx${index}.many-mx.test`] as const),
        ],
      },
    },
    expected: VALID,
  },
  {
    name: 'an address in place of a host name beside a real one',
    kind,
    ...atOneHost('mx-literal-beside.test', knows('joe@mx-literal-beside.test')),
    zones: {
      'mx-literal-beside.test': {
        mx: [
          [5, FORBIDDEN_ADDRESS],
          [10, 'mx.mx-literal-beside.test'],
        ],
      },
    },
    expected: VALID,
  },
  withoutHost(
    'an address in place of a host name',
    'mx-literal.test',
    { mx: [[10, FORBIDDEN_ADDRESS]] },
    impossible('unroutable_ip_address', false),
  ),
  withoutHost(
    'a mail host called localhost',
    'mx-localhost.test',
    { mx: [[10, 'localhost']] },
    impossible('unroutable_ip_address', false),
    'reacherhq/check-if-email-exists#1469',
  ),
  withoutHost(
    'a mail host inside of our own network',
    'inside.test',
    { 'inside.test': { mx: [[10, 'mx.inside.test']] }, 'mx.inside.test': { a: [FORBIDDEN_ADDRESS] } },
    impossible('unroutable_ip_address', false),
    'reacherhq/check-if-email-exists#1469',
  ),
  withoutHost(
    'a mail host inside of our own network, dressed as IPv6',
    'inside6.test',
    { 'inside6.test': { mx: [[10, 'mx.inside6.test']] }, 'mx.inside6.test': { aaaa: [`::ffff:${FORBIDDEN_ADDRESS}`] } },
    impossible('unroutable_ip_address', false),
  ),
  withoutHost(
    'an implicit mail host inside of our own network',
    'inside-implicit.test',
    { a: [FORBIDDEN_ADDRESS] },
    impossible('unroutable_ip_address', false),
  ),
  {
    name: 'a mail host with an address inside and one outside',
    kind,
    ...atOneHost('half-inside.test', knows('joe@half-inside.test')),
    zones: {
      'half-inside.test': {
        mx: [
          [5, 'in.half-inside.test'],
          [10, 'mx.half-inside.test'],
        ],
      },
      'in.half-inside.test': { a: [FORBIDDEN_ADDRESS] },
    },
    expected: VALID,
  },
];
