import { connect, type Socket } from 'node:net';
import { ScriptedSmtpServer } from './scripted-smtp-server';
import type { SmtpScript } from './smtp-script';

let server: ScriptedSmtpServer;
let socket: Socket;

afterEach(async () => {
  socket.destroy();
  await server.stop();
});

/** Connects, and talks line by line: the reply to each line is read before the next is sent. */
async function talk(script: Partial<SmtpScript>, ...lines: string[]): Promise<string> {
  server = await ScriptedSmtpServer.start(script);
  socket = connect({ host: server.host, port: server.port });
  let heard = '';
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  const quiet = async (): Promise<void> => {
    for (let before = -1; before !== heard.length || before === 0;) {
      before = heard.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (socket.destroyed || socket.readableEnded) return;
    }
  };
  await quiet();
  for (const line of lines) {
    socket.write(line);
    await quiet();
  }
  return heard;
}

describe('the scripted mail server', () => {
  it('is a well-behaved server by default', async () => {
    const heard = await talk(
      { mailboxes: { 'joe@x.test': 'ok' } },
      'EHLO me\r\n',
      'MAIL FROM:<>\r\nRCPT TO:<joe@x.test>\r\nRCPT TO:<no@x.test>\r\n',
      'QUIT\r\n',
    );
    expect(heard.match(/^\d{3}[ -].*$/gm)?.map((line) => line.slice(0, 9))).toEqual([
      '220 mx.sc',
      '250-mx.sc',
      '250-PIPEL',
      '250-SIZE ',
      '250-8BITM',
      '250-SMTPU',
      '250 ENHAN',
      '250 2.1.0',
      '250 2.1.5',
      '550 5.1.1',
      '221 2.0.0',
    ]);
    expect(server.rcpts).toBe(2);
    expect(server.violations).toEqual([]);
  });

  it('ends a session that pipelines where that was not offered', async () => {
    expect(await talk({ pipelining: false }, 'EHLO me\r\n', 'MAIL FROM:<>\r\nRCPT TO:<joe@x.test>\r\n')).toContain(
      '554 5.5.0',
    );
    expect(server.violations).toHaveLength(1);
  });

  it('ends a session that talks before the greeting', async () => {
    server = await ScriptedSmtpServer.start({ greetingDelayMs: 200 });
    socket = connect({ host: server.host, port: server.port });
    const answer = new Promise<string>((resolve) =>
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
      }),
    );
    socket.write('EHLO me\r\n');
    expect(await answer).toContain('554');
    expect(server.violations[0]).toContain('before the greeting');
  });

  it('notes bare line feeds, and refuses what it does not know', async () => {
    expect(await talk({}, 'EHLO me\n', 'DATA\r\n')).toContain('502 5.5.2');
    expect(server.violations[0]).toContain('bare line feed');
    expect(server.verbs()).toEqual(['EHLO', 'DATA']);
  });

  it('slows down and drops after errors, as Postfix does', async () => {
    const heard = await talk({ errorLimits: { slowAfter: 1, slowMs: 10, dropAfter: 2 } }, 'X\r\n', 'X\r\n', 'X\r\n');
    expect(heard).toContain('421 4.7.0 mx.scripted.test Error: too many errors');
  });

  it('says 421 once it was idle after a RCPT, and stays', async () => {
    const lines = ['EHLO me\r\n', 'MAIL FROM:<>\r\n', 'RCPT TO:<joe@x.test>\r\n', 'RSET\r\n'];
    const heard = await talk({ idle421Ms: 1 }, ...lines);
    expect(heard.match(/^\d{3} .{5}/gm)?.slice(2)).toEqual([
      '250 2.1.0',
      '550 5.1.1',
      '421 4.4.2',
      '250 2.0.0',
      '421 4.4.2',
    ]);
  });

  it('greylists by client, sender and recipient', async () => {
    let now = 0;
    const script = { catchAll: true, greylist: { delayMs: 300_000, now: () => now } };
    const heard = await talk(script, 'EHLO me\r\n', 'MAIL FROM:<>\r\n', 'RCPT TO:<joe@x.test>\r\n');
    expect(heard).toContain('450 4.2.0');
    now = 300_000;
    socket.write('RCPT TO:<joe@x.test>\r\n');
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
      }),
    );
    expect(answer).toContain('250 2.1.5');
  });
});
