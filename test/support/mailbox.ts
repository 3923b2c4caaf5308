import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from './eventually';

export interface ReceivedMail {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** A mail server on this machine that takes everything, but for what its test refuses (RFC 5321, no extension). */
export class Mailbox {
  readonly mails: ReceivedMail[] = [];
  /** Replies to the next `RCPT` commands in place of `250`. */
  readonly refusals: string[] = [];
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<Mailbox> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const mailbox = new Mailbox(server, `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('connection', (socket) => {
      mailbox.serve(socket);
    });
    return mailbox;
  }

  /** The newest mail to the address, once there are this many. */
  async next(to: string, count = 1): Promise<ReceivedMail> {
    const find = () => this.mails.filter((mail) => mail.to === to);
    await eventually(`${count} mails to ${to}`, () => find().length >= count);
    return find().at(-1)!;
  }

  /** The last part of the link in a mail. */
  secretOf({ text }: ReceivedMail): string {
    return /\/dashboard\/#\/[\w-]+\/([\w-]{43})/.exec(text)?.[1] ?? '';
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    const say = (reply: string): boolean => socket.write(`${reply}\r\n`);
    let [from, to, data, buffer] = ['', '', null as string | null, ''];
    const hear = (line: string): void => {
      if (data !== null) {
        if (line !== '.') data += `${line.replace(/^\./, '')}\n`;
        else {
          this.mails.push({ from, to, ...parse(data) });
          data = null;
          say('250 Taken');
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      const path = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'MAIL') from = path;
      if (verb === 'RCPT') {
        to = path;
        say(this.refusals.shift() ?? '250 OK');
      } else if (verb === 'DATA') {
        data = '';
        say('354 Go on');
      } else if (verb === 'QUIT') {
        socket.end('221 Bye\r\n');
      } else say('250 OK');
    };
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      const lines = buffer.split('\r\n');
      buffer = lines.pop() ?? '';
      lines.forEach(hear);
    });
    say('220 mailbox.test ESMTP');
  }
}

/** Headers by name, and the text out of its transfer encoding (RFC 2045 6). */
function parse(data: string): { subject: string; text: string } {
  const [head = '', ...rest] = data.split('\n\n');
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = rest.join('\n\n');
  const encoding = headers.get('content-transfer-encoding');
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body, 'latin1');
  return { subject: headers.get('subject') ?? '', text: bytes.toString('utf8') };
}
