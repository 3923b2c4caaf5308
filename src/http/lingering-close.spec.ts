import { once } from 'node:events';
import { createServer, ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { LingeringClose, type LingerLimits } from './lingering-close';

const GENEROUS: LingerLimits = { bytes: 1e9, ms: 60_000, silentMs: 60_000, bodies: 100 };

describe('LingeringClose', () => {
  let server: Server;
  const sockets: Socket[] = [];

  async function start(limits: Partial<LingerLimits>): Promise<LingeringClose> {
    const lingering = new LingeringClose({ ...GENEROUS, ...limits });
    class LingeringResponse extends ServerResponse {}
    lingering.watch(LingeringResponse.prototype);
    server = createServer({ ServerResponse: LingeringResponse }, (_, response) => {
      response.statusCode = 403;
      response.end('no');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return lingering;
  }

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** A refused request of a megabyte, of which `sent` bytes come; resolves when it is answered. */
  async function refuse(sent: number): Promise<{ socket: Socket; closed: Promise<unknown> }> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const closed = once(socket, 'close');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${'a'.repeat(sent)}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 403 [^]*Content-Length: 2\r\n[^]*\r\n\r\nno$/);
    expect(answer.toString()).toMatch(/Connection: close/);
    return { socket, closed };
  }

  it('ends when the caller has sent all', async () => {
    const lingering = await start({});
    const { socket, closed } = await refuse(1);
    expect(lingering.count).toBe(1);
    socket.write('a'.repeat(999_999));
    await closed;
    expect(lingering.count).toBe(0);
  });

  it('ends when he goes', async () => {
    const lingering = await start({});
    const { socket } = await refuse(1);
    socket.destroy();
    while (lingering.count > 0) await new Promise(setImmediate);
    expect(lingering.count).toBe(0);
  });

  it.each<[string, Partial<LingerLimits>, number]>([
    ['more bytes than we read', { bytes: 1000 }, 5000],
    ['no bytes for long', { silentMs: 50 }, 10],
    ['a body without end', { ms: 50 }, 10],
  ])('ends after %s', async (_, limits, sent) => {
    const lingering = await start(limits);
    const { closed } = await refuse(sent);
    await closed;
    expect(lingering.count).toBe(0);
  });

  it('lets the oldest give way when there are too many', async () => {
    const lingering = await start({ bodies: 2 });
    const first = await refuse(1);
    const second = await refuse(1);
    const third = await refuse(1);
    await first.closed;
    expect(lingering.count).toBe(2);
    expect([first, second, third].map(({ socket }) => socket.destroyed)).toEqual([true, false, false]);
  });
});
