import { isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock } from '../../ports';
import type { Stage } from '../replies/outcome';
import { isReplyFault, type Reply, type ReplyEvent } from './reply';
import { PeerActivity } from '../session/peer-activity';
import { ReplyReader } from './reply-reader';
import type { SmtpCommand } from './smtp-command';
import { SmtpFailure, withoutReply } from '../session/smtp-failure';
import { withTimeout } from './with-timeout';

/** How long a host that may send more replies than it got commands is listened to before the next command. */
const [LEAST_WAIT_MS, MOST_WAIT_MS] = [5, 250];

/** Commands and replies over one socket. Everything the peer can do wrong becomes an `SmtpFailure`. */
export class SmtpConnection {
  private reader = new ReplyReader();
  private readonly events: ReplyEvent[] = [];
  private wake: (() => void) | undefined;
  /** Replies that are still due; the greeting is the first. */
  private due = 1;
  private ended = false;
  private sentAt: number;
  /** The longest that the peer took to answer EHLO, in milliseconds. */
  private roundTripMs = 0;

  constructor(
    private socket: Socket,
    private readonly clock: Clock,
    private readonly activity = new PeerActivity(clock),
  ) {
    this.sentAt = clock.now();
    this.listen();
  }

  /** The peer is still there, and no unsolicited reply came: another command may be sent. */
  get isInSync(): boolean {
    return !this.ended && this.events.length <= this.due;
  }

  /** What has come although no reply is due; `closing` is a single 421 (RFC 5321 3.8). */
  get unsolicited(): 'nothing' | 'closing' | 'replies' | 'partial reply' {
    if (this.due > 0) return 'nothing';
    if (this.reader.isMidReply) return 'partial reply';
    const [first] = this.events;
    if (!first) return 'nothing';
    return this.events.length === 1 && !isReplyFault(first) && first.code === 421 ? 'closing' : 'replies';
  }

  /** Replies that have come although none is due, but for a 421. */
  get spare(): readonly ReplyEvent[] {
    return this.due > 0 ? [] : this.events.filter((event) => isReplyFault(event) || event.code !== 421);
  }

  discardUnsolicited(): void {
    this.events.length = 0;
  }

  /** The client's address, to be masked in what people read. */
  get localAddress(): string | undefined {
    return this.socket.localAddress;
  }

  send(...commands: SmtpCommand[]): void {
    this.due += commands.length;
    this.sentAt = this.clock.now();
    if (this.ended) return;
    const { socket } = this;
    // Commands that are sent in one turn of the event loop go out together.
    socket.cork();
    socket.write(commands.join(''), 'utf8');
    process.nextTick(() => {
      socket.uncork();
    });
  }

  /** The next reply, complete within `timeoutMs`, however slowly it trickles in. */
  async reply(stage: Stage, timeoutMs: number): Promise<Reply> {
    this.activity.stage = stage;
    // Replies to commands that were sent together come together: most are here already, and need no timer.
    const event =
      this.events.shift() ??
      (await withTimeout(this.clock, timeoutMs, this.nextEvent(stage), () => {
        this.destroy();
        return new SmtpFailure(withoutReply(stage === 'banner' ? 'banner_timeout' : 'reply_timeout'), stage);
      }));
    this.due -= 1;
    if (stage === 'ehlo') this.roundTripMs = Math.max(this.roundTripMs, this.clock.now() - this.sentAt);
    if (!isReplyFault(event)) return event;
    this.destroy();
    throw new SmtpFailure(withoutReply('protocol_error', event.fault), stage);
  }

  /** As `reply`, where the reply most likely comes with the one before: a turn of the event loop is cheaper than a timer. */
  async pipelinedReply(stage: Stage, timeoutMs: number): Promise<Reply> {
    if (this.events.length === 0 && !this.ended) await new Promise((resolve) => setImmediate(resolve));
    return this.reply(stage, timeoutMs);
  }

  /**
   * Where the reply just read was one too many, the one that was due comes within a round trip. Resolves as soon as anything came, or
   * after two of them.
   */
  async listenForMore(): Promise<void> {
    const waitMs = Math.min(2 * this.roundTripMs + LEAST_WAIT_MS, MOST_WAIT_MS);
    if (this.events.length > 0 || this.ended) return;
    const more = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    await withTimeout(this.clock, waitMs, more, () => new Error('nothing came')).catch(() => undefined);
  }

  /**
   * The TLS handshake after a 220 to STARTTLS. The certificate is not verified: mail hosts seldom have one for their name, and
   * without TLS the session would go on in clear (RFC 7435). Bytes that came before the handshake are discarded (RFC 3207 6).
   */
  async secure(serverName: string, timeoutMs: number): Promise<void> {
    this.stopListening();
    this.events.length = 0;
    this.reader = new ReplyReader();
    const plain = this.socket;
    const secured = connectTls({
      socket: plain,
      rejectUnauthorized: false,
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
      ...(isIP(serverName) === 0 && { servername: serverName }),
    });
    this.socket = secured;
    const handshake = new Promise<void>((resolve, reject) => {
      const fail = (): void => {
        reject(new SmtpFailure(withoutReply('tls_failed'), 'starttls'));
      };
      plain.once('close', fail).on('error', fail);
      secured.once('secureConnect', resolve).once('close', fail).on('error', fail);
    });
    this.listen();
    try {
      await withTimeout(
        this.clock,
        timeoutMs,
        handshake,
        () => new SmtpFailure(withoutReply('tls_failed'), 'starttls'),
      );
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  /** Sends `command` and closes the sending half; the peer may reply, and closes. Resolves when closed, or after `timeoutMs`. */
  async end(command: SmtpCommand, timeoutMs: number): Promise<void> {
    if (!this.ended) {
      const closed = new Promise<void>((resolve) => this.socket.once('close', resolve));
      this.socket.end(command);
      await withTimeout(this.clock, timeoutMs, closed, () => new Error('not closed')).catch(() => undefined);
    }
    this.destroy();
  }

  destroy(): void {
    this.ended = true;
    this.socket.destroy();
    this.wake?.();
  }

  private readonly onData = (chunk: Buffer): void => {
    const events = this.reader.push(chunk);
    if (events.length > 0) this.activity.touch();
    this.events.push(...events);
    // More replies than commands: the peer floods, or is out of sync. One 421 may come unsolicited.
    if (this.events.length > this.due + 1) this.destroy();
    this.wake?.();
  };

  private readonly onEnd = (): void => {
    this.ended = true;
    this.wake?.();
  };

  private listen(): void {
    this.socket.on('data', this.onData).on('error', this.onEnd).on('end', this.onEnd).on('close', this.onEnd);
  }

  private stopListening(): void {
    this.socket.off('data', this.onData).off('error', this.onEnd).off('end', this.onEnd).off('close', this.onEnd);
  }

  private async nextEvent(stage: Stage): Promise<ReplyEvent> {
    for (;;) {
      const event = this.events.shift();
      if (event) return event;
      if (this.ended) throw new SmtpFailure(withoutReply('dropped'), stage);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
