import express from 'express';
import { EventEmitter, once } from 'node:events';
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

  it('tells no status where the caller went away before there was an answer', async () => {
    const lines: Record<string, unknown>[] = [];
    const logged = new EventEmitter();
    const sink = new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
        logged.emit('line');
        done();
      },
    });
    const app = express();
    app.use(requestLog(pino(sink)));
    const caller = new AbortController();
    app.get('/slow', (_, response) => {
      response.status(201);
      caller.abort();
    });
    app.get('/refused', (_, response) => {
      response.status(413).end();
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const first = once(logged, 'line');
    await expect(fetch(`${base}/slow`, { signal: caller.signal })).rejects.toThrow();
    await first;
    const second = once(logged, 'line');
    await (await fetch(`${base}/refused`)).arrayBuffer();
    await second;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(lines).toMatchObject([
      { route: '/slow', status: null, aborted: true },
      { route: '/refused', status: 413, aborted: false },
    ]);
  });
});
