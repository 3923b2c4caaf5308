import type { Scenario } from './scenario';
import { SCENARIOS } from './scenarios';

/** One of each kind of answer that an address can get. */
const CHOSEN = [
  'jane.doe@example.org',
  'jane@ok.test',
  'nobody@ok.test',
  'anybody@catch-all.test',
  'joe@full.test',
  'joe@disabled.test',
  'joe@moved.test',
  'sales@role.test',
  'joe@mailinator.com',
  'joe@duck.com',
  'joe@gmial.con',
  'joe@müller.test',
  'jörg@eai.test',
  'jörg@ascii-only.test',
  'someone.real@gmail.com',
  'someone.missing@gmail.com',
  'someone@yahoo.com',
  'joe@implicit.test',
  'joe@nowhere.test',
  'joe@bare.test',
  'joe@null-mx.test',
  'joe@inside.test',
  'joe@servfail.test',
  'joe@off.test',
  'joe@greylist.test',
  'joe@us-rcpt-spamhaus.test',
  'joe@us-mail-5-1-8.test',
  'joe@h-greeting-silence.test',
  'joe@h-rcpt-endless-text.test',
];

/** Somebody who can sign in to the dashboard, and whose token is printed. */
export const SANDBOX_ACCOUNT = { email: 'sandbox@people.test', password: 'violet kettle harbour', name: 'Sam Sandbox' };

/** What the sandbox prints once its service runs: addresses with the verdict that each gets, and a command to try. */
export function sandboxTable(base: string, token: string, isAll: boolean): string {
  const scenarios = isAll ? SCENARIOS : SCENARIOS.filter(({ address }) => CHOSEN.includes(address));
  const rows = [['address', 'verdict', 'what it is'], ...scenarios.map(rowOf)];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map(([address = '', verdict = '', name = '']) =>
    `  ${address.padEnd(widths[0] ?? 0)}  ${verdict.padEnd(widths[1] ?? 0)}  ${name}`.trimEnd(),
  );
  return [
    `The sandbox listens on ${base}. The dashboard: ${base}/dashboard/ – the interface to try: ${base}/docs`,
    `Sign in to the dashboard as ${SANDBOX_ACCOUNT.email}, with the password “${SANDBOX_ACCOUNT.password}”.`,
    'It knows no mail hosts but its own, on this machine. Ctrl+C ends it and removes what it stored.',
    '',
    ...lines,
    isAll ? '' : `  … and ${SCENARIOS.length - scenarios.length} others: npm run sandbox -- --all\n`,
    'A token of this account, for programs:',
    '',
    token,
    '',
    'Try one:',
    '',
    `curl -s '${base}/v1/validate/single?evidence=true' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"email":"jane@ok.test"}'`,
    '',
    '',
  ].join('\n');
}

function rowOf({ address, expected, name, also, askedBefore }: Scenario): string[] {
  const reason = expected.sub_status === null ? '' : ` / ${expected.sub_status}`;
  const meant = also?.did_you_mean ? `; did you mean ${also.did_you_mean}?` : '';
  const first = askedBefore ? `; ask about ${askedBefore.join(', ')} first` : '';
  return [address, `${expected.status}${reason}`, `${name}${meant}${first}`];
}
