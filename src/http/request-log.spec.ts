import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { requestLog } from './request-log';

describe('requestLog', () => {
  it('names the route by its pattern, and never the path', async () => {
    let log = '';
    const sink = new Writable({
      write: (line: Buffer, _, done) => {
        log += line.toString();
        done();
      },
    });
    const app = express();
    app.use(requestLog(pino(sink)));
    app.get('/v1/invitations/:secret', (_, response) => {
      response.end();
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/v1/invitations/hush', '//v1/invitations/hush', '/%76%31/invitations/hush', '/hush?hush=1']) {
      await (await fetch(`${base}${path}`)).arrayBuffer();
    }
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    const routes = log
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { route: string }).route);
    expect(routes).toEqual(['/v1/invitations/:secret', 'unmatched', 'unmatched', 'unmatched']);
    expect(log).not.toContain('hush');
  });
});
