import fc from 'fast-check';
import { classifyReply } from '../../src/engine/smtp/replies/classify-reply';
import { decideVerdict } from '../../src/engine/verdict/decide-verdict';
import { factsOf, probed } from '../fixtures/verdict-facts';
import { runs } from '../support/runs';

/** Words about the host, the client or the moment: hosts send them with any code. */
const WORDS = [
  ...[
    'Blocked',
    'Refused',
    'Rejected',
    'Denied',
    'Access denied',
    'Message refused',
    'Delivery refused',
    'Mail rejected',
  ],
  ...['Spam', 'Spam detected', 'Junk mail', 'Virus found', 'Policy violation', 'Security failure', 'Not allowed'],
  ...[
    'Service unavailable',
    'Session expired',
    'Connection closed',
    'Connection blocked',
    'System error',
    'Internal error',
  ],
  ...[
    'Server error',
    'Server busy',
    'Host rejected',
    'Processing failed',
    'Transaction failed',
    'Error',
    'Failure',
    'Time-out',
  ],
  ...[
    'Try again later',
    'Temporary failure',
    'Limit exceeded',
    'Too many',
    'On a list',
    'Listed',
    'Bad reputation',
    'Bye',
  ],
  ...['Unable to process', 'Database unavailable', 'Lookup failed', 'Queue file write error', 'Configuration error'],
  'uw server staat op een zwarte lijst',
  'geblokkeerd wegens ongewenste mail',
  'din server är blockerad',
  'avvisad, för många försök',
  'din server er svartelistet',
  'palvelimenne on estolistalla',
  'az ön szervere tiltólistán van',
  'az üzenetet elutasítottuk',
  'Ihr Server steht auf einer Sperrliste',
  'Nachricht abgelehnt',
  'votre serveur est sur une liste noire',
  'message refusé',
  'su servidor está en una lista negra',
  'mensaje rechazado',
  'il vostro server è in una lista nera',
  'messaggio rifiutato',
  'seu servidor está em uma lista negra',
  'mensagem rejeitada',
  'serwer znajduje się na czarnej liście',
  'wiadomość odrzucona',
  'váš server je na černé listině',
  'zpráva odmítnuta',
  'serverul dumneavoastră este pe o listă neagră',
  'mesaj respins',
  'sunucunuz kara listede',
  'ileti reddedildi',
  'ваш сервер в чёрном списке',
  'сообщение отклонено',
  'ο διακομιστής σας είναι αποκλεισμένος',
  '被列入黑名单',
  '拒绝接收',
  'ブラックリストに登録されています',
  '受信を拒否しました',
  '차단되었습니다',
  '스팸 차단',
  'الخادم محظور',
  'השרת שלך חסום',
  'เซิร์ฟเวอร์ถูกบล็อก',
  'bị chặn',
];
/** What stands in front of them and says nothing. */
const FRONT = ['', 'Sorry, ', 'Recipient address rejected: ', 'Error: '];
const CODES = [500, 501, 510, 511, 513, 521, 523, 524, 525, 540, 541, 550, 551, 552, 553, 554, 556, 557, 571, 591];
const SUBJECTS = [
  null,
  ...['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.10', '2.0', '2.1', '2.2', '2.3', '2.4', '3.0', '3.5'],
  ...['4.1', '4.4', '4.6', '5.0', '5.1', '6.7', '7.0', '7.1', '7.13', '7.124'],
];

interface Said {
  words: string;
  code: number;
  /** `5.1.1`. */
  enhanced: string | null;
  atEnd?: boolean;
}

function verdictOf({ words, code, enhanced, atEnd = false }: Said) {
  const lines = [enhanced === null ? words : atEnd ? `${words} (#${enhanced})` : `${enhanced} ${words}`];
  const echoes = { recipient: 'joe.doe@company.com' };
  const classified = classifyReply({ code, lines }, { stage: 'rcpt', mxHost: 'mx.company.com', echoes });
  return decideVerdict(
    factsOf('joe.doe@company.com', { mailbox: probed(classified, { stage: 'rcpt', everyHostSaid: true }) }),
  );
}

describe('a code alone', () => {
  /** Each subject with 550, and the ones that decide alone with the other codes. */
  const numbers = CODES.flatMap((code) =>
    (code === 550 ? SUBJECTS : [null, '1.1', '2.1']).map((subject) => ({
      code,
      enhanced: subject === null ? null : `5.${subject}`,
    })),
  );
  const all = WORDS.flatMap((words) =>
    FRONT.flatMap((front) => numbers.map((number) => ({ ...number, words: front + words }))),
  );

  it('decides nothing beside words about the host, in any language', () => {
    const wrong = all.flatMap((said) => {
      const { status, smtpValid } = verdictOf(said);
      return status === 'unknown' && smtpValid === null
        ? []
        : [`${said.code} ${said.enhanced ?? ''} ${said.words}: ${status}`];
    });
    expect(wrong).toEqual([]);
  });

  it('decides nothing beside any two of them, wherever the code stands', () => {
    const said = fc.record({
      words: fc.tuple(fc.constantFrom(...FRONT), fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)),
      code: fc.constantFrom(...CODES),
      subject: fc.constantFrom(...SUBJECTS),
      atEnd: fc.boolean(),
    });
    fc.assert(
      fc.property(said, ({ words: [front, one, other], code, subject, atEnd }) => {
        const enhanced = subject === null ? null : `5.${subject}`;
        expect(verdictOf({ words: `${front}${one}, ${other}`, code, enhanced, atEnd }).status).toBe('unknown');
      }),
      { numRuns: runs(2_000) },
    );
  });

  it.each([
    ['', '5.1.1'],
    ['', '5.1.10'],
    ['Unknown', '5.1.1'],
    ['Recipient address rejected', '5.1.1'],
    ['<joe.doe@company.com>: Recipient address rejected', '5.1.1'],
    ['joe.doe@company.com... invalid', '5.1.1'],
    ['<joe.doe@company.com>: gebruiker onvindbaar', '5.1.1'],
    ['Disabled', '5.2.1'],
    ['<joe.doe@company.com>: mailbox', '5.2.1'],
  ])('decides beside nothing, or what says the same: "%s" with %s', (words, enhanced) => {
    expect(verdictOf({ words, code: 550, enhanced }).status).toBe('invalid');
  });

  it.each(['User unknown', 'Mailbox disabled', 'Mailbox unavailable', 'Domain not found', ''])(
    'of class 4 is a passing one, whatever the basic code: "%s"',
    (words) => {
      for (const subject of ['1.1', '1.10', '2.1', '1.6', '7.13', '4.4']) {
        expect(verdictOf({ words, code: 550, enhanced: `4.${subject}` }).status).toBe('unknown');
      }
    },
  );
});
