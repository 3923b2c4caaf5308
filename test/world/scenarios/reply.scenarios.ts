import {
  always,
  atOneHost,
  FULL,
  impossible,
  knows,
  refused,
  unknown,
  VALID,
  VALID_UNPROBED,
  type ExpectedVerdict,
  type Scenario,
} from '../scenario';

const kind = 'reply';
const NOT_FOUND = refused('mailbox_not_found');
const RESTRICTED = unknown('recipient_restricted');
const TEMPORARY = unknown('mail_server_temporary_error');
/** Malformed in the eyes of its mail host. */
const MALFORMED = refused('failed_syntax_check');

/** The answer to every RCPT, and what it means. */
const REPLIES: readonly (readonly [
  slug: string,
  reply: string | readonly string[],
  expected: ExpectedVerdict,
  source?: string,
])[] = [
  ['550-5-1-1', '550 5.1.1 User unknown', NOT_FOUND],
  ['550-5-1-10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', NOT_FOUND],
  ['550-5-1-0', '550 5.1.0 Address rejected, user unknown', NOT_FOUND],
  ['550-5-1-6', '550 5.1.6 Recipient no longer on server', NOT_FOUND],
  ['551-5-7-1', '551 5.7.1 User has moved to <joe@new.test>', refused('mailbox_moved')],
  ['550-no-such-user', '550 No such user here', NOT_FOUND, 'mailgun/mailgun-php#105'],
  ['550-unavailable', '550 Requested action not taken: mailbox unavailable', NOT_FOUND],
  ['550-french', '550 utilisateur inconnu', NOT_FOUND],
  ['550-german', '550 Benutzer unbekannt', NOT_FOUND],
  ['550-spanish', '550 usuario desconocido', NOT_FOUND],
  ['550-chinese', '550 用户不存在', NOT_FOUND],
  ['550-yandex', '550 5.7.1 No such user!', NOT_FOUND],
  [
    '550-many-lines',
    ['550-5.1.1 The email account that you tried to reach does not exist.', '550 5.1.1 Please check for typing errors'],
    NOT_FOUND,
  ],
  ['550-generic', '550 Requested action not taken', RESTRICTED],
  ['550-bare', '550 Rejected', RESTRICTED],
  ['554-bare', '554 Transaction failed', RESTRICTED],
  ['550-5-4-1', '550 5.4.1 Recipient address rejected: Access denied', RESTRICTED],
  ['550-relay', '550 5.7.1 Unable to relay: relaying denied', RESTRICTED],
  ['554-relay', '554 5.7.1 <joe@x>: Relay access denied', RESTRICTED],
  ['550-members', '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required', RESTRICTED],
  ['552-5-2-2', '552 5.2.2 Mailbox full', FULL],
  [
    '552-storage',
    '552 Requested mail action aborted: exceeded storage allocation',
    FULL,
    'reacherhq/check-if-email-exists#1464',
  ],
  ['452-4-2-2', '452 4.2.2 Mailbox full', { ...FULL, smtp_valid: null }],
  ['550-over-quota', '550 Mailbox is over quota', FULL],
  ['552-5-1-1-quota', '552 5.1.1 Recipient overquota', FULL],
  ['452-4-3-1', '452 4.3.1 Insufficient system storage', TEMPORARY],
  ['451-4-3-0', '451 4.3.0 Temporary lookup failure', TEMPORARY],
  ['421-4-3-2', '421 4.3.2 Service shutting down', TEMPORARY],
  [
    '450-unverified',
    '450 4.1.1 Recipient address rejected: unverified address: Address verification in progress',
    TEMPORARY,
    'AfterShip/email-verifier#229',
  ],
  [
    '451-attr1',
    '451 4.4.4 Recipients belong to multiple regions (ATTR1)',
    TEMPORARY,
    'reacherhq/check-if-email-exists#1334',
  ],
  ['450-unavailable', '450 Requested mail action not taken: mailbox unavailable', TEMPORARY, 'RFC 5321 4.2.3'],
  ['450-4-2-1', '450 4.2.1 The user you are trying to contact is receiving mail too quickly', VALID_UNPROBED],
  ['501-5-1-3', '501 5.1.3 Bad recipient address syntax', MALFORMED],
  ['550-5-6-7', '550 5.6.7 Non-ASCII addresses are not supported', unknown('recipient_restricted')],
  [
    '252',
    '252 2.1.5 Cannot VRFY user, but will accept the message and attempt delivery',
    unknown('provider_unverifiable'),
  ],
  ['code-999', '999 5.1.1 what', unknown('mail_server_did_not_respond')],
  ['code-354', '354 Go ahead', unknown('mail_server_did_not_respond')],
  ['250-5-1-1', '250 5.1.1 fine', { ...VALID, status: 'catch_all', is_catch_all: true }],
];

/** What a mail host says to RCPT. */
export const REPLY: readonly Scenario[] = [
  ...REPLIES.map(([slug, reply, expected, source]): Scenario => {
    const text = typeof reply === 'string' ? reply : reply.join(' / ');
    const at = atOneHost(`r-${slug}.test`, always(reply));
    return { name: `RCPT: ${text}`, kind, ...at, expected, ...(source === undefined ? {} : { source }) };
  }),
  {
    name: 'RCPT: 251, and others are refused',
    kind,
    ...atOneHost('r-251.test', { mailboxes: { 'joe@r-251.test': '251 2.1.5 User not local; will forward' } }),
    expected: VALID,
  },
  {
    name: 'RCPT: 252, and others are refused',
    kind,
    ...atOneHost('r-252-random.test', { mailboxes: { 'joe@r-252-random.test': '252 2.1.5 Cannot verify' } }),
    expected: VALID,
  },
  {
    name: 'RCPT: a refusal with an address outside of ASCII, sent without SMTPUTF8',
    kind,
    ...atOneHost('r-553-eai.test', { otherwise: '553 5.6.7 Non-ASCII address not permitted' }, 'jörg'),
    expected: impossible('smtputf8_not_supported', true),
    source: 'RFC 6531 3.7.4',
  },
  {
    name: 'only the random address is put off',
    kind,
    ...atOneHost('random-451.test', knows('joe@random-451.test', { otherwise: '451 4.3.0 Try again later' })),
    expected: { ...unknown('catch_all_undetermined'), smtp_valid: true },
    source: 'AfterShip/email-verifier#218',
  },
  {
    name: 'a block as the answer to the random address',
    kind,
    ...atOneHost(
      'random-550-5-7-1.test',
      knows('joe@random-550-5-7-1.test', { otherwise: '550 5.7.1 Blocked using spamhaus' }),
    ),
    expected: { ...unknown('catch_all_undetermined'), smtp_valid: true },
    source: 'AfterShip/email-verifier#218',
  },
];
