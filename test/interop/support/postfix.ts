import { selfSignedCertificate } from '../../world/smtp/self-signed-certificate';
import { PEOPLE, untilAnswers, type MailServer } from './mail-server';
import { ServerRoot } from './server-root';
import { UNREAD_DOMAINS, UNREAD_WORDS } from './unread-words';

/** Listeners of the one Postfix: each is an `smtpd` with settings of its own. */
export const POSTFIX = {
  /** No limit of errors: how many sessions are opened is our own decision. */
  plain: '127.0.10.1',
  /** Asks postgrey. */
  greylisting: '127.0.10.2',
  /** 530 to MAIL before STARTTLS. */
  tlsRequired: '127.0.10.3',
  /** The limits of errors that Postfix has by default: slow from 10 on, over at 20. */
  strict: '127.0.10.4',
  /** The same, and its greeting does not say that it is Postfix. */
  anonymous: '127.0.10.8',
  /** Thinks about each recipient for ten seconds. */
  slow: '127.0.10.5',
  /** Doesn't offer PIPELINING. */
  noPipelining: '127.0.10.6',
  /** Offers STARTTLS, and then can't: its certificate is not readable. */
  brokenTls: '127.0.10.7',
  /** Adds the time and other numbers to each refusal. */
  footnotes: '127.0.10.9',
  /** Has other hosts asked about each recipient (here: a table), and tells in Welsh that there is no such mailbox. */
  verifying: '127.0.10.10',
  /** Refuses the client, and says so, with the words that it has for unknown recipients of `people.coded.postfix.test`. */
  blockingClient: '127.0.10.11',
  /** Refuses everybody in the words that it has for unknown recipients of the domain, see `UNREAD_WORDS`. */
  blockingPeople: '127.0.10.12',
} as const;

const SPOOL = '/var/spool/postfix';
const QUEUES = ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming', 'saved', 'trace'];

/** `policyPort`: where postgrey listens on 127.0.0.1. */
export async function startPostfix(packages: string, port: number, policyPort: number): Promise<MailServer> {
  const root = new ServerRoot(`${packages}/postfix`, ['postfix', 'postdrop', 'nobody']);
  for (const queue of [...QUEUES, 'private']) root.folder(`${SPOOL}/${queue}`, 'postfix', 0o700);
  for (const queue of ['public', 'maildrop']) root.folder(`${SPOOL}/${queue}`, 'postdrop', 0o777);
  for (const folder of [SPOOL, `${SPOOL}/pid`, '/var/log']) root.folder(folder);
  root.folder('/var/lib/postfix', 'postfix');
  const { key, cert } = selfSignedCertificate('mx.postfix.test');
  root.file('/etc/postfix/key.pem', key, 0o600);
  root.file('/etc/postfix/cert.pem', cert);
  root.file('/etc/postfix/main.cf', mainCf(policyPort));
  root.file('/etc/postfix/master.cf', masterCf(port));
  root.file(
    '/etc/postfix/mailboxes',
    [...DOMAINS.flatMap((domain) => PEOPLE.map((name) => `${name}@${domain}`)), '@everybody.postfix.test']
      .map((address) => `${address} there\n`)
      .join(''),
  );
  root.file(
    '/etc/postfix/access',
    'full@people.postfix.test 552 5.2.2 Quota exceeded (mailbox for user is full)\n' +
      'disabled@people.postfix.test 550 5.2.1 The account is disabled\n' +
      UNREAD_DOMAINS.flatMap((domain) => PEOPLE.map((name) => `${name}@${unread(domain)} DUNNO\n`)).join('') +
      refusals,
  );
  root.file('/etc/postfix/blocked', refusals);
  root.file(
    '/etc/postfix/deliverable',
    PEOPLE.map((name) => `${name}@people.verified.postfix.test discard:\n`).join('') +
      'people.verified.postfix.test error:nobody\n',
  );
  root.start('/usr/lib/postfix/sbin/master', '-d');
  const log = (): string => root.read('/var/log/mail.log');
  const server: MailServer = {
    root,
    port,
    log,
    sessions: () => log().split(/\/smtpd\[\d+\]: connect from/).length - 1,
  };
  for (const address of Object.values(POSTFIX)) await untilAnswers(server, address);
  return server;
}

const unread = (domain: string): string => `people.${domain}.postfix.test`;
const DOMAINS = ['people.postfix.test', ...UNREAD_DOMAINS.map(unread)];
const refusals = UNREAD_DOMAINS.map((domain) => `${unread(domain)} ${UNREAD_WORDS[domain]}\n`).join('');

const mainCf = (policyPort: number): string => `
compatibility_level = 3.6
in_flow_delay = 0
myhostname = mx.postfix.test
mydestination =
alias_maps =
alias_database =
mynetworks =
inet_protocols = ipv4
maillog_file = /var/log/mail.log
smtpd_peername_lookup = no
virtual_mailbox_domains = ${DOMAINS.join(' ')} everybody.postfix.test people.verified.postfix.test
virtual_mailbox_maps = texthash:/etc/postfix/mailboxes
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access texthash:/etc/postfix/access
smtpd_tls_cert_file = /etc/postfix/cert.pem
smtpd_tls_key_file = /etc/postfix/key.pem
smtpd_tls_loglevel = 1
footnote = \\c. Zorp $$localtime, $$server_name for $$client_address:$$client_port
blocked_client = check_client_access static:{${UNREAD_WORDS.coded}}
address_verify_map =
address_verify_poll_delay = 1s
address_verify_transport_maps = texthash:/etc/postfix/deliverable
unverified_recipient_reject_code = 550
unverified_recipient_reject_reason = Nid oes blwch post o'r enw hwn
policy = check_policy_service inet:127.0.0.1:${policyPort}
`;

const masterCf = (port: number): string => `
${smtpd(port, POSTFIX.plain, 'smtpd_tls_security_level=may', 'smtpd_soft_error_limit=1000', 'smtpd_hard_error_limit=1000')}
${smtpd(port, POSTFIX.greylisting, 'smtpd_recipient_restrictions=$policy')}
${smtpd(port, POSTFIX.tlsRequired, 'smtpd_tls_security_level=encrypt')}
${smtpd(port, POSTFIX.strict)}
${smtpd(port, POSTFIX.anonymous, '{smtpd_banner=$myhostname ESMTP}')}
${smtpd(port, POSTFIX.slow, 'smtpd_recipient_restrictions=sleep,10')}
${smtpd(port, POSTFIX.brokenTls, 'smtpd_tls_security_level=may', 'smtpd_tls_cert_file=/etc/hosts')}
${smtpd(port, POSTFIX.noPipelining, 'smtpd_discard_ehlo_keywords=pipelining')}
${smtpd(port, POSTFIX.footnotes, '{smtpd_reject_footer=\\c. Zorp $localtime, $server_name:$client_port}')}
${smtpd(port, POSTFIX.verifying, 'smtpd_recipient_restrictions=reject_unverified_recipient', 'smtpd_reject_unlisted_recipient=no')}
${smtpd(port, POSTFIX.blockingClient, 'smtpd_client_restrictions=$blocked_client')}
${smtpd(port, POSTFIX.blockingPeople, 'smtpd_recipient_restrictions=check_recipient_access,texthash:/etc/postfix/blocked')}
verify unix - - n - 1 verify
qmgr unix n - n 300 1 qmgr
error unix - - n - - error
discard unix - - n - - discard
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
tlsmgr unix - - n 1000 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
cleanup unix n - n - 0 cleanup
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

const smtpd = (port: number, address: string, ...settings: string[]): string =>
  [`${address}:${port} inet n - n - - smtpd`, ...settings.map((setting) => `  -o ${setting}`)].join('\n');
