import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';

/**
 * Uploads a file as `file` of a form and sends `{ id, seconds }` to its parent: a process of its own, so that the
 * uploading does not slow down what the parent measures meanwhile.
 *
 *     node -r @swc-node/register bench/support/post-file.ts URL TOKEN PATH
 */
async function main([url = '', token = '', path = '']: string[]): Promise<void> {
  const head = Buffer.from(
    '--bench\r\nContent-Disposition: form-data; name="name"\r\n\r\nbench\r\n' +
      '--bench\r\nContent-Disposition: form-data; name="file"; filename="list.csv"\r\nContent-Type: text/csv\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--bench--\r\n');
  const started = performance.now();
  const post = request(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'multipart/form-data; boundary=bench',
      'Content-Length': head.length + (await stat(path)).size + tail.length,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    post.once('response', resolve).once('error', reject),
  );
  post.write(head);
  createReadStream(path, { highWaterMark: 262_144 })
    .on('end', () => post.end(tail))
    .pipe(post, { end: false });
  const response = await answered;
  let body = '';
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) body += part;
  if (response.statusCode !== 201) throw new Error(`The upload was answered with ${response.statusCode ?? 0}: ${body}`);
  const { id } = JSON.parse(body) as { id: number };
  process.send?.({ id, seconds: (performance.now() - started) / 1000 });
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
