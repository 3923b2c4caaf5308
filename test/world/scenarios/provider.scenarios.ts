import { always, atOneHost, impossible, refused, unknown, VALID, VALID_UNPROBED, type Scenario } from '../scenario';
import type { SmtpScript } from '../smtp/smtp-script';

const kind = 'provider';

const GMAIL_UNKNOWN = [
  '550-5.1.1 The email account that you tried to reach does not exist. Please try',
  '550-5.1.1 double-checking the recipient’s email address for typos or unnecessary spaces.',
  '550 5.1.1 For more information, go to https://support.google.com/mail/?p=NoSuchUser - gsmtp',
];
const DIRECTORY_REFUSAL = '550 5.4.1 Recipient address rejected: Access denied. [AS201806281]';
const OUTLOOK_UNKNOWN = '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).';

function provided(
  name: string,
  domain: string,
  host: string,
  script: Partial<SmtpScript>,
  localPart: string,
  expected: Scenario['expected'],
  source?: string,
): Scenario {
  return {
    name,
    kind,
    address: `${localPart}@${domain}`,
    zones: { [domain]: { mx: [[10, host]] } },
    hosts: { [host]: script },
    expected,
    ...(source === undefined ? {} : { source }),
  };
}

/** A second address at a domain that another scenario has made. */
const alsoThere = (name: string, address: string, expected: Scenario['expected'], source?: string): Scenario => ({
  name,
  kind,
  address,
  zones: {},
  hosts: {},
  expected,
  ...(source === undefined ? {} : { source }),
});

/** Hosts that behave as the well-known providers do. */
export const PROVIDER: readonly Scenario[] = [
  provided(
    'a mailbox at Gmail',
    'gmail.com',
    'gmail-smtp-in.l.google.com',
    { mailboxes: { 'someone.real@gmail.com': 'ok', 'some+tag@gmail.com': 'ok' }, otherwise: GMAIL_UNKNOWN },
    'someone.real',
    VALID_UNPROBED,
  ),
  alsoThere('no mailbox at Gmail', 'someone.missing@gmail.com', refused('mailbox_not_found')),
  alsoThere('a name that Gmail does not give away', 'some_one@gmail.com', impossible('provider_rule_violation', true)),
  provided(
    'a Workspace domain with an underscore in the name',
    'workspace.test',
    'aspmx.l.google.com',
    { mailboxes: { 'some_one@workspace.test': 'ok' }, otherwise: GMAIL_UNKNOWN },
    'some_one',
    VALID,
  ),
  provided(
    'a mailbox at Outlook.com',
    'outlook.com',
    'outlook-com.olc.protection.outlook.com',
    { mailboxes: { 'someone@outlook.com': 'ok' }, otherwise: OUTLOOK_UNKNOWN },
    'someone',
    VALID_UNPROBED,
  ),
  alsoThere('no mailbox at Outlook.com', 'missing@outlook.com', refused('mailbox_not_found')),
  provided(
    'a mailbox at Microsoft 365',
    'tenant.test',
    'tenant-test.mail.protection.outlook.com',
    { mailboxes: { 'joe@tenant.test': 'ok' }, otherwise: DIRECTORY_REFUSAL },
    'joe',
    VALID,
  ),
  alsoThere('no mailbox at Microsoft 365', 'missing@tenant.test', refused('mailbox_not_found')),
  provided(
    'Yahoo, which takes everything and decides later',
    'yahoo.com',
    'mta5.am0.yahoodns.net',
    { catchAll: true },
    'someone',
    unknown('provider_unverifiable'),
    'truemail-rb/truemail#118',
  ),
  provided(
    'no mailbox at iCloud',
    'icloud.com',
    'mx01.mail.icloud.com',
    always('550 5.1.1 <x>: user does not exist'),
    'someone',
    refused('mailbox_not_found'),
  ),
  provided(
    'a block by the Microsoft 365 front',
    'blocked365.test',
    'blocked365-test.mail.protection.outlook.com',
    always('550 5.7.606 Access denied, banned sending IP'),
    'joe',
    unknown('antispam_system'),
  ),
  {
    name: 'a group that takes mail from its members only',
    kind,
    ...atOneHost(
      'group.test',
      always('550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required'),
    ),
    expected: unknown('recipient_restricted'),
  },
];
