import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createNetworkEngine, SUB_STATUSES, type NetworkEngine, type Verification } from '../../src/engine';
import { inFastForward } from '../support/fast-forward-timers';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import type { SmtpScript } from '../world/smtp/smtp-script';
import { ScriptedSmtpServer } from '../world/smtp/scripted-smtp-server';
import { runs } from '../support/runs';

const COMMAND_TIMEOUT_MS = 250;
const DEADLINE_MS = 4_000;

/** What real mail hosts were seen to say, without code. */
const words: readonly string[] = (
  JSON.parse(readFileSync(join(__dirname, '../fixtures/smtp-replies.json'), 'utf8')) as { reply: string[] }[]
).map(({ reply: lines }) => lines.map((line) => line.replace(/^\d{3}[ -]/, '')).join(' '));

const text = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ maxLength: 60 }).map((some) => some.replace(/[\r\n]/g, ' ')),
);
const code = (from: number, to: number): fc.Arbitrary<number> => fc.integer({ min: from, max: to });
const reply = (from: number, to: number): fc.Arbitrary<string> =>
  fc.tuple(code(from, to), text).map(([number, said]) => `${number} ${said}`);

describe('whatever a mail host says', () => {
  let dns: ScriptedDnsServer;
  let server: ScriptedSmtpServer;
  let dnsPort: number;

  beforeAll(async () => {
    server = await ScriptedSmtpServer.start();
    dns = new ScriptedDnsServer({
      wildcard: (name) => (name.startsWith('mx.') ? { a: ['127.0.0.1'] } : { mx: [[10, `mx.${name}`]] }),
    });
    ({ port: dnsPort } = await dns.start());
  });

  afterAll(async () => {
    await dns.stop();
    await server.stop();
  });

  function engine(): NetworkEngine {
    return createNetworkEngine({
      dnsServers: [{ address: '127.0.0.1', port: dnsPort }],
      allowCidrs: ['127.0.0.1/32'],
      smtp: {
        port: server.port,
        heloName: 'probe.test',
        connectTimeoutMs: 1_000,
        commandTimeoutMs: COMMAND_TIMEOUT_MS,
      },
      socksProxy: null,
      slots: null,
      deadlineMs: { single: DEADLINE_MS, batch: DEADLINE_MS },
      lists: {},
    });
  }

  /** Of an engine that remembers nothing, about a host that behaves but for `script`. */
  async function verdictUnder(script: Partial<SmtpScript>): Promise<Verification> {
    server.script = {
      ...server.script,
      greeting: '220 mx ESMTP',
      faults: {},
      replies: {},
      otherwise: '250 2.1.5 Ok',
      ...script,
    };
    const fresh = engine();
    try {
      const verification = await inFastForward(() => fresh.verify('joe@any.test', { mode: 'single' }));
      expect(verification.evidence.durationMs).toBeLessThanOrEqual(DEADLINE_MS);
      expect([...SUB_STATUSES[verification.status], null]).toContain(verification.subStatus);
      return verification;
    } finally {
      await fresh.close();
    }
  }

  it('before RCPT, it says nothing about a mailbox', async () => {
    const step = fc.constantFrom('greeting', 'ehlo', 'mail');
    await fc.assert(
      fc.asyncProperty(step, reply(400, 599), async (at, said) => {
        const refusal =
          at === 'greeting'
            ? { greeting: said }
            : { replies: { [at]: said, ...(at === 'ehlo' ? { helo: said } : {}) } };
        const { status, subStatus, smtpValid } = await verdictUnder(refusal);
        // A host may say for all of its domain that it takes no mail (RFC 7504, RFC 7505).
        const isOfDomain = subStatus === 'does_not_accept_mail' && said.startsWith('5');
        expect([status, isOfDomain ? null : smtpValid]).toEqual([isOfDomain ? 'invalid' : 'unknown', null]);
      }),
      { numRuns: runs(30) },
    );
  }, 120_000);

  it('an answer to RCPT that is no lasting refusal makes no address invalid', async () => {
    await fc.assert(
      fc.asyncProperty(reply(200, 499), async (said) => {
        expect((await verdictUnder({ otherwise: said })).status).not.toBe('invalid');
      }),
      { numRuns: runs(30) },
    );
  }, 120_000);

  it('a lasting refusal makes no address look better than it is', async () => {
    await fc.assert(
      fc.asyncProperty(reply(500, 599), async (said) => {
        const { status, confidence, smtpValid } = await verdictUnder({ otherwise: said });
        expect(status).not.toBe('catch_all');
        // "Receiving too fast" says that there is a mailbox, and no more.
        expect(status === 'valid' ? confidence : 0).toBeLessThanOrEqual(88);
        expect(status === 'invalid' ? smtpValid : false).not.toBe(true);
      }),
      { numRuns: runs(30) },
    );
  }, 120_000);

  it('bytes that are no answer get an answer in time, and never a verdict', async () => {
    const step = fc.constantFrom('greeting', 'ehlo', 'mail', 'rcpt');
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 100 }).map((some) => Buffer.from(`${some}\r\n`)),
    );
    const isReply = (some: Uint8Array): boolean => /(^|\n)\s*[2-5]\d\d/.test(Buffer.from(some).toString('latin1'));
    await fc.assert(
      fc.asyncProperty(
        step,
        bytes.filter((some) => !isReply(some)),
        async (at, some) => {
          const said = Buffer.from(some);
          const script: Partial<SmtpScript> =
            at === 'greeting' ? { greeting: said } : at === 'rcpt' ? { otherwise: said } : { replies: { [at]: said } };
          const { status, smtpValid } = await verdictUnder({ pipelining: false, ...script });
          expect([status, smtpValid]).toEqual(['unknown', null]);
        },
      ),
      { numRuns: runs(20) },
    );
  }, 120_000);
});
