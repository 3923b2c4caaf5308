import fc from 'fast-check';
import { classifyReply } from '../../src/engine/smtp/replies/classify-reply';
import type { Stage } from '../../src/engine/smtp/replies/outcome';
import { decideVerdict, type Verdict } from '../../src/engine/verdict/decide-verdict';
import { FIRST_LINES_ABOUT_RECIPIENT, CLIENT_NAMES, CLIENT_PHRASES } from '../fixtures/client-phrases';
import { factsOf, probed } from '../fixtures/verdict-facts';
import { runs } from '../support/runs';

const ADDRESSES = ['joe.doe@company.com', 'jos\u00e9@company.com'];
const CODES = [
  421, 450, 451, 452, 454, 455, 471, 500, 501, 502, 503, 504, 510, 511, 513, 521, 523, 524, 525, 530, 535, 541, 550,
  551, 552, 553, 554, 555, 556, 571, 591,
];
/** RFC 3463's subjects and details, and what is in use beside: Microsoft's three-digit ones. */
const SUBJECTS = [
  ...Array.from({ length: 8 }, (_, subject) => Array.from({ length: 14 }, (_unused, detail) => `${subject}.${detail}`)),
  ['7.23', '7.25', '7.26', '7.27', '7.28', '7.30', '7.54', '7.64', '7.124', '7.504', '7.606', '7.750', '2.121'],
].flat();
const MX_HOSTS = ['mx.company.com', 'company-com.mail.protection.outlook.com', 'gmail-smtp-in.l.google.com'];

interface Said {
  phrase: string;
  code: number;
  subject?: string | null;
  firstLine?: string | null;
  address?: string;
  mxHost?: string;
  stage?: Stage;
}

/** The verdict over a host that says so of every address, with all of its colleagues. */
function verdictOf({ phrase, code, subject = null, firstLine = null, ...rest }: Said): Verdict {
  const { address = 'joe.doe@company.com', mxHost = 'mx.company.com', stage = 'rcpt' } = rest;
  const enhanced = subject === null ? '' : `${Math.floor(code / 100)}.${subject} `;
  const lines = [firstLine, phrase].flatMap((line) => (line === null ? [] : [enhanced + line]));
  const classified = classifyReply({ code, lines }, { stage, mxHost, echoes: { recipient: address, ...CLIENT_NAMES } });
  return decideVerdict(factsOf(address, { mailbox: probed(classified, { stage, everyHostSaid: true }) }));
}

/** What was said and what became of it, where it is anything but "unknown". */
function wrongly(said: Said): string[] {
  const { status, subStatus, smtpValid } = verdictOf(said);
  return status === 'unknown' && smtpValid === null ? [] : [`${JSON.stringify(said)}: ${status}/${String(subStatus)}`];
}

describe('phrases about the client', () => {
  it('are more than 150, each once', () => {
    expect(new Set(CLIENT_PHRASES).size).toBe(CLIENT_PHRASES.length);
    expect(CLIENT_PHRASES.length).toBeGreaterThan(150);
  });

  it.each(CLIENT_PHRASES)('never decide about a mailbox, whatever stands beside: %s', (phrase) => {
    const wrong = [
      ...CODES.flatMap((code) => wrongly({ phrase, code })),
      ...SUBJECTS.flatMap((subject) => [550, 450].flatMap((code) => wrongly({ phrase, code, subject }))),
      ...FIRST_LINES_ABOUT_RECIPIENT.flatMap((firstLine) =>
        ['1.1', '2.1', null].flatMap((subject) => wrongly({ phrase, code: 550, subject, firstLine })),
      ),
    ];
    expect(wrong).toEqual([]);
  });

  it('never decide in any combination', () => {
    const said = fc.record({
      phrase: fc.constantFrom(...CLIENT_PHRASES),
      code: fc.constantFrom(...CODES),
      subject: fc.constantFrom(null, ...SUBJECTS),
      firstLine: fc.constantFrom(null, ...FIRST_LINES_ABOUT_RECIPIENT),
      address: fc.constantFrom(...ADDRESSES),
      mxHost: fc.constantFrom(...MX_HOSTS),
      stage: fc.constantFrom<Stage[]>('banner', 'ehlo', 'mail', 'rcpt'),
    });
    fc.assert(
      fc.property(said, (one) => {
        expect(wrongly(one)).toEqual([]);
      }),
      { numRuns: runs(5_000) },
    );
  });

  it('do not make the words about the recipient mute where they stand alone', () => {
    const missing = [
      'No Such User Here',
      'User unknown',
      'Mailbox not found',
      'Invalid recipient',
      'Utilisateur inconnu',
    ];
    for (const phrase of missing) expect(verdictOf({ phrase, code: 550 }).subStatus).toBe('mailbox_not_found');
  });
});
