import fc from 'fast-check';
import { createMailboxProber } from '../../src/engine/smtp/create-mailbox-prober';
import { NetDialler } from '../../src/engine/smtp/wire/net-dialler';
import { parseAddress } from '../../src/engine/syntax/parse-address';
import { systemClock, systemRandom } from '../../src/engine/system-ports';
import { ScriptedSmtpServer } from '../world/smtp/scripted-smtp-server';
import type { SmtpScript, Step } from '../world/smtp/smtp-script';
import { runs } from '../support/runs';

const people = ['anna', 'bert', 'cleo'];
const strangers = ['joe', 'jim', 'kim'];

/** Two faults at once: a reply too many, at some step and some time later, and a command that is not read or a session that is not kept. */
const host = fc.record({
  answersTwice: fc.constantFrom<Step>('greeting', 'ehlo', 'mail', 'rcpt', 'rset').map((step) => [step]),
  secondAnswerMs: fc.constantFrom(0, 1, 2, 4, 6, 9, 15, 25),
  roundTripMs: fc.constantFrom(0, 2, 5, 8),
  pipelining: fc.boolean(),
  readsOneCommand: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, fc.constant(true)),
  idle421Ms: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, fc.integer({ min: 1, max: 20 })),
  otherwise: fc.constantFrom('550 zorp', '550 5.1.1 User unknown'),
  // As it does to MAIL, to RSET, or in words of their own.
  accepts: fc.constantFrom('ok', '250 2.1.0 Ok', '250 2.0.0 Ok'),
});
const questions = fc.record({
  names: fc.array(fc.constantFrom(...people, ...strangers), { minLength: 4, maxLength: 9 }),
  together: fc.boolean(),
  gapMs: fc.constantFrom(0, 8, 16),
});

type World = Partial<Omit<SmtpScript, 'mailboxes'>> & { accepts: string };

async function wrongAnswers(
  { accepts, ...script }: World,
  asked: typeof questions extends fc.Arbitrary<infer T> ? T : never,
): Promise<string[]> {
  const mailboxes = Object.fromEntries(people.map((name) => [`${name}@example.test`, accepts]));
  const server = await ScriptedSmtpServer.start({ ...script, mailboxes });
  const prober = createMailboxProber(
    { heloName: 'probe.us.test', port: server.port, commandTimeoutMs: 150, connectTimeoutMs: 500, idleMs: 200 },
    { dialler: new NetDialler(), clock: systemClock, random: systemRandom },
  );
  const wrong: string[] = [];
  const ask = async (name: string): Promise<void> => {
    const parsed = parseAddress(`${name}@example.test`);
    if (!parsed.ok) throw new Error('No address.');
    const { classified, catchAll } = await prober.probe({
      address: parsed.address,
      hosts: [{ name: 'mx.example.test', preference: 1, addresses: ['127.0.0.1'] }],
      hostNames: ['mx.example.test'],
      mode: asked.together ? 'batch' : 'single',
      tenant: 'us',
      job: asked.together ? 'list' : '',
      until: null,
      signal: new AbortController().signal,
    });
    const isWrong = classified.outcome === (people.includes(name) ? 'mailbox_not_found' : 'accepted');
    if (isWrong || catchAll === true) wrong.push(`${name}: ${classified.outcome}, catch-all: ${catchAll}`);
  };
  if (asked.together) await Promise.all(asked.names.map(ask));
  for (const name of asked.together ? [] : asked.names) {
    await ask(name);
    if (asked.gapMs > 0) await new Promise((resolve) => setTimeout(resolve, asked.gapMs));
  }
  await prober.close();
  await server.stop();
  return wrong;
}

// Twelve hosts at a time: most of it is waiting, and in real time, as the faults are races.
it('a host out of step gives nobody the answer to another question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(host, questions), { minLength: 12, maxLength: 12 }), async (worlds) => {
      const wrong = await Promise.all(worlds.map(([world, asked]) => wrongAnswers(world, asked)));
      expect(wrong.flat()).toEqual([]);
    }),
    { numRuns: runs(6) },
  );
}, 120_000);
