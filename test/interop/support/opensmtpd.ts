import { selfSignedCertificate } from '../../world/smtp/self-signed-certificate';
import { PEOPLE, untilAnswers, type MailServer } from './mail-server';
import { ServerRoot } from './server-root';
import { UNREAD_DOMAINS, UNREAD_WORDS } from './unread-words';

/**
 * Listeners of the one OpenSMTPD. It never offers PIPELINING, and hangs up on who does it all the same. Its
 * `system.opensmtpd.test` has the users of the system as mailboxes: here `vmail` alone.
 */
export const OPENSMTPD = {
  plain: '127.0.10.41',
  /** Offers STARTTLS, and fails in the handshake: Debian's OpenSMTPD 6.8 and its OpenSSL don't get on. */
  brokenTls: '127.0.10.42',
  /** 530 to MAIL before STARTTLS, which fails in the handshake. */
  brokenTlsRequired: '127.0.10.43',
  /** Has words of its own for unknown recipients, by domain: see `UNREAD_WORDS`. */
  unread: '127.0.10.44',
  /** Refuses everybody in those words. */
  blocking: '127.0.10.45',
} as const;

export async function startOpenSmtpd(packages: string, port: number): Promise<MailServer> {
  const root = new ServerRoot(`${packages}/opensmtpd`, ['opensmtpd', 'opensmtpq', 'vmail']);
  for (const folder of ['/var/lib/opensmtpd/empty', '/var/run']) root.folder(folder);
  root.folder('/var/spool/smtpd', 'root', 0o711);
  const { key, cert } = selfSignedCertificate('mx.opensmtpd.test');
  root.file('/etc/mx.key', key, 0o600);
  root.file('/etc/mx.crt', cert);
  root.file('/etc/smtpd.conf', configuration(port));
  root.start('/usr/sbin/smtpd', '-d', '-v');
  const server: MailServer = {
    root,
    port,
    log: () => root.said,
    sessions: () => root.said.split('smtp connected').length - 1,
  };
  for (const address of Object.values(OPENSMTPD)) await untilAnswers(server, address);
  return server;
}

const unread = (domain: string): string => `people.${domain}.opensmtpd.test`;
const list = (items: readonly string[]): string => items.map((item) => `"${item}"`).join(', ');
const refusals = UNREAD_DOMAINS.map((domain) => `refuse-${domain}`).join(', ');

const configuration = (port: number): string => `
pki self cert "/etc/mx.crt"
pki self key "/etc/mx.key"
table people { ${PEOPLE.map((name) => `"${name}" = "vmail"`).join(', ')} }
table everybody { "@" = "vmail" }
filter full phase rcpt-to match rcpt-to { "full@people.opensmtpd.test" } reject "552 5.2.2 Mailbox is full"
filter disabled phase rcpt-to match rcpt-to { "disabled@people.opensmtpd.test" } reject "550 5.2.1 Mailbox disabled"
filter both chain { full, disabled }
table known { ${list(UNREAD_DOMAINS.flatMap((domain) => PEOPLE.map((name) => `${name}@${unread(domain)}`)))} }
filter known phase rcpt-to match rcpt-to <known> bypass
${UNREAD_DOMAINS.map(
  (domain) =>
    `filter refuse-${domain} phase rcpt-to match rcpt-to { "@${unread(domain)}" } reject "${UNREAD_WORDS[domain]}"`,
).join('\n')}
filter unread chain { known, ${refusals} }
filter blocking chain { ${refusals} }
listen on ${OPENSMTPD.unread} port ${port} hostname mx.opensmtpd.test filter unread
listen on ${OPENSMTPD.blocking} port ${port} hostname mx.opensmtpd.test filter blocking
listen on ${OPENSMTPD.plain} port ${port} hostname mx.opensmtpd.test filter both
listen on ${OPENSMTPD.brokenTlsRequired} port ${port} hostname mx.opensmtpd.test tls-require pki self
listen on ${OPENSMTPD.brokenTls} port ${port} hostname mx.opensmtpd.test tls pki self filter both
action "people" mda "/bin/false" virtual <people>
action "everybody" mda "/bin/false" virtual <everybody>
action "system" mda "/bin/false"
match from any for domain "system.opensmtpd.test" action "system"
match from any for domain { "people.opensmtpd.test", ${list(UNREAD_DOMAINS.map(unread))} } action "people"
match from any for domain "everybody.opensmtpd.test" action "everybody"
`;
