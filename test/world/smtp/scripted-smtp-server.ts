import { createServer, type AddressInfo, type Server } from 'node:net';
import { ScriptedSession } from './scripted-session';
import { selfSignedCertificate, type SelfSignedCertificate } from './self-signed-certificate';
import { WELL_BEHAVED, type SmtpScript } from './smtp-script';

export interface RecordedCommand {
  /** Number of the session, from 1 in the order of connecting. */
  session: number;
  /** The line without CRLF. */
  line: string;
}

let certificate: SelfSignedCertificate | undefined;

/**
 * A mail server on loopback that does what a script says, and remembers all that it was told.
 *
 *     const server = await ScriptedSmtpServer.start({ mailboxes: { 'joe@example.test': 'ok' } });
 *     … probe 127.0.0.1:${server.port} …
 *     expect(server.rcpts).toBe(2);
 *     await server.stop();
 */
export class ScriptedSmtpServer {
  /** Every line received, in order. */
  readonly commands: RecordedCommand[] = [];
  /** Breaches of the protocol by the client: talking early, pipelining where it was not offered, bare line feeds. */
  readonly violations: string[] = [];
  /** Connections that were made, refused ones included. */
  knocks = 0;
  /** RCPT commands that reached a transaction. */
  rcpts = 0;
  /** The most connections that were open at one time. */
  peakSessions = 0;

  /** Further addresses at which connections are taken. */
  private readonly doors: Server[] = [];
  private readonly sessions = new Set<ScriptedSession>();
  private readonly attempts = new Map<string, number>();
  private readonly triplets = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    /** Changes take effect at the next step. */
    public script: SmtpScript,
  ) {}

  static async start(script: Partial<SmtpScript> = {}): Promise<ScriptedSmtpServer> {
    const whole = { ...WELL_BEHAVED, ...script };
    const server = createServer({ noDelay: true });
    const scripted = new ScriptedSmtpServer(server, whole);
    server.on('connection', (socket) => {
      scripted.knocks += 1;
      const session = new ScriptedSession(
        socket,
        scripted.knocks,
        scripted.memory(),
        scripted.sessions.size >= scripted.script.maxSessions,
      );
      scripted.sessions.add(session);
      scripted.peakSessions = Math.max(scripted.peakSessions, scripted.sessions.size);
      socket.once('close', () => scripted.sessions.delete(session));
    });
    await listen(server, whole.host, whole.port);
    return scripted;
  }

  /** Takes connections at a further address of this machine, at the same port: as if it were another machine. */
  async alsoAt(host: string): Promise<void> {
    const door = createServer({ noDelay: true }, (socket) => this.server.emit('connection', socket));
    await listen(door, host, this.port);
    this.doors.push(door);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get host(): string {
    return this.script.host;
  }

  /** Connections open now. */
  get openSessions(): number {
    return this.sessions.size;
  }

  /** The verbs received, in upper case, of one session or of all. */
  verbs(session?: number): string[] {
    return this.commands
      .filter((command) => session === undefined || command.session === session)
      .map(({ line }) => line.split(/[ :]/, 1)[0]?.toUpperCase() ?? '');
  }

  /** Closes every connection and stops listening. */
  async stop(): Promise<void> {
    for (const session of this.sessions) session.destroy();
    await Promise.all([this.server, ...this.doors].map(closed));
  }

  private memory(): ConstructorParameters<typeof ScriptedSession>[2] {
    const currentScript = (): SmtpScript => this.script;
    return {
      get script() {
        return currentScript();
      },
      certificate: () => (certificate ??= selfSignedCertificate()),
      record: (session, line) => {
        this.commands.push({ session, line });
      },
      violation: (session, what) => {
        this.violations.push(`session ${session} ${what}`);
      },
      countRcpt: (address) => {
        this.rcpts += 1;
        const attempts = (this.attempts.get(address) ?? 0) + 1;
        this.attempts.set(address, attempts);
        return attempts;
      },
      firstSeen: (triplet, now) => {
        const seen = this.triplets.get(triplet) ?? now;
        this.triplets.set(triplet, seen);
        return seen;
      },
    };
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port }, resolve);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
