import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ScriptedDnsServer } from '../world/dns/scripted-dns-server';
import { ScriptedSmtpServer } from '../world/smtp/scripted-smtp-server';
import { testProgram } from '../support/test-program';

const OPEN_FILES = 256;

describe('a process that has no open file left', () => {
  it('takes that for a fault of its own, of DNS and of mail hosts alike, and remembers nothing of it', async () => {
    const server = await ScriptedSmtpServer.start({ mailboxes: { 'joe@known.test': 'ok' } });
    const dns = new ScriptedDnsServer({
      wildcard: (name) => (name.startsWith('mx.') ? { a: ['127.0.0.1'] } : { mx: [[10, `mx.${name}`]] }),
    });
    const { port } = await dns.start();
    try {
      const main = `${process.execPath} ${await testProgram('processes/descriptors.main')}`;
      const command = `ulimit -n ${OPEN_FILES} && exec ${main} ${port} ${server.port}`;
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command]);
      expect(JSON.parse(stdout)).toMatchObject({
        verified: {
          without: { status: 'unknown', subStatus: 'exception_occurred', isLocalError: true, retryAfterSeconds: 0 },
          afterwards: { status: 'valid' },
        },
        asked: {
          without: { classified: { outcome: 'out_of_resources', code: null }, isLocalError: true },
          afterwards: { classified: { outcome: 'accepted' }, isLocalError: false },
        },
      });
    } finally {
      await dns.stop();
      await server.stop();
    }
  });
});
