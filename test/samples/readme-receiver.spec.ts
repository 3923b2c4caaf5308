import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { SampleRun } from './sample-runs';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;

/** The receiver of the README, with the imports that its last line names, at the port that it is given. */
function receiver(): string {
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
  const block = [...readme.matchAll(/^```js\n(.*?)^```$/gms)]
    .map(([, code = '']) => code)
    .find((code) => code.includes('new Webhook('));
  if (block === undefined) throw new Error('The README has no receiver of webhooks.');
  const library = pathToFileURL(require.resolve('standardwebhooks')).href;
  return [
    "import { createServer } from 'node:http';",
    "import { text } from 'node:stream/consumers';",
    `import { Webhook } from '${library}';`,
    block.replace('.listen(8080)', ".listen(Number(process.env.PORT), '127.0.0.1')"),
  ].join('\n');
}

it('the receiver of the README takes what is signed, refuses all else, and goes on', async () => {
  const run = await SampleRun.prepare('typescript', receiver());
  const body = JSON.stringify({ type: 'batch.completed', timestamp: new Date().toISOString(), data: { links: {} } });
  try {
    const { url, stop } = await run.listen({ WEBHOOK_SECRET: SECRET });
    try {
      const post = async (secret: string, at: Date): Promise<number> => {
        const headers = {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
        };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      };
      const now = Date.now();
      const statuses = [
        await post(OTHER, new Date(now)),
        await post(SECRET, new Date(now - 600_000)),
        await post(SECRET, new Date(now)),
      ];
      expect(statuses).toEqual([401, 401, 204]);
    } finally {
      await stop();
    }
  } finally {
    run.remove();
  }
});
