import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { FAULT_BYTES, writeForEver } from './fault-bytes';
import type { SelfSignedCertificate } from './self-signed-certificate';
import type { MailboxScript, ScriptedReply, SmtpScript, Step } from './smtp-script';

/** What a session needs to know of the server that it belongs to. */
export interface ServerMemory {
  script: SmtpScript;
  certificate: () => SelfSignedCertificate;
  record: (session: number, line: string) => void;
  violation: (session: number, what: string) => void;
  /** Counts a RCPT of `address`; returns how many there were. */
  countRcpt: (address: string) => number;
  /** When the triplet was first seen, by the greylist's clock. */
  firstSeen: (triplet: string, now: number) => number;
}

interface Line {
  text: string;
  arrivedAt: number;
}

/** One connection to the scripted server. */
export class ScriptedSession {
  private lines: Line[] = [];
  private rest = '';
  private busy = false;
  private greeted = false;
  private over = false;
  private secured = false;
  private sender: string | undefined;
  private errors = 0;
  private rcpts = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private socket: Socket,
    readonly id: number,
    private readonly memory: ServerMemory,
    private readonly tooMany: boolean,
  ) {
    this.listen();
    void this.greet();
  }

  destroy(): void {
    this.over = true;
    this.socket.destroy();
  }

  private get script(): SmtpScript {
    return this.memory.script;
  }

  private listen(): void {
    this.socket.on('error', () => undefined).on('data', this.onData);
  }

  private readonly onData = (chunk: Buffer): void => {
    if (this.over) return;
    clearTimeout(this.idle);
    if (!this.greeted) {
      this.protocolViolation('talked before the greeting');
      return;
    }
    const pieces = (this.rest + chunk.toString('utf8')).split('\n');
    this.rest = pieces.pop() ?? '';
    if (this.script.readsOneCommand) pieces.length = Math.min(pieces.length, 1);
    for (const piece of pieces) {
      if (!piece.endsWith('\r')) this.memory.violation(this.id, 'a line ended in a bare line feed');
      this.memory.record(this.id, piece.replace(/\r$/, ''));
      this.lines.push({ text: piece.replace(/\r$/, ''), arrivedAt: this.script.clock.now() });
    }
    if (!this.script.pipelining && this.lines.length + (this.busy ? 1 : 0) > 1) {
      this.protocolViolation('sent a second command before the answer to the first');
      return;
    }
    void this.work();
  };

  private protocolViolation(what: string): void {
    this.memory.violation(this.id, what);
    this.over = true;
    this.socket.end('554 5.5.0 Error: SMTP protocol synchronization\r\n');
  }

  private async greet(): Promise<void> {
    const { greetingDelayMs, roundTripMs, greeting, name } = this.script;
    if (greetingDelayMs + roundTripMs > 0) await this.sleep(greetingDelayMs + 2 * roundTripMs);
    if (this.over) return;
    this.greeted = true;
    await this.answer('greeting', this.tooMany ? `421 4.7.0 ${name} Error: too many connections` : greeting);
    if (this.tooMany) this.finish();
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let line = this.lines.shift(); line && !this.isOver(); line = this.lines.shift()) {
      const wait = line.arrivedAt + this.script.roundTripMs - this.script.clock.now();
      if (wait > 0) await this.sleep(wait);
      await this.handle(line.text);
    }
    this.busy = false;
    if (this.rcpts > 0) this.startIdling();
  }

  private isOver(): boolean {
    return this.over || this.socket.destroyed;
  }

  private async handle(line: string): Promise<void> {
    const verb = line.split(/[ :]/, 1)[0]?.toLowerCase() ?? '';
    const argument = line.slice(verb.length).trim();
    switch (verb) {
      case 'ehlo':
      case 'helo':
      case 'mail':
      case 'rcpt':
      case 'rset':
      case 'quit':
      case 'starttls': {
        const thought = this.script.thoughtMs[verb] ?? 0;
        if (thought > 0) await this.sleep(thought);
        await this.answer(verb, this.scripted(verb, argument) ?? this.usual(verb, argument));
        if (verb === 'quit') this.finish();
        return;
      }
      default:
        await this.error('502 5.5.2 Error: command not recognized');
    }
  }

  private scripted(verb: Step, argument: string): ScriptedReply | undefined {
    if (verb === 'rcpt' || verb === 'greeting') return undefined;
    const reply = this.script.replies[verb];
    return typeof reply === 'function' ? reply(argument) : reply;
  }

  private usual(verb: Exclude<Step, 'greeting'>, argument: string): ScriptedReply {
    const { name, pipelining, smtputf8, startTls, requireTls } = this.script;
    // EHLO ends a transaction as RSET does (RFC 5321 4.1.4).
    if (verb === 'ehlo' || verb === 'helo') this.sender = undefined;
    switch (verb) {
      case 'ehlo':
        return multiLine('250', [
          name,
          ...(pipelining ? ['PIPELINING'] : []),
          'SIZE 10240000',
          ...(startTls !== 'off' && !this.secured ? ['STARTTLS'] : []),
          ...(smtputf8 ? ['8BITMIME', 'SMTPUTF8'] : []),
          'ENHANCEDSTATUSCODES',
        ]);
      case 'helo':
        return `250 ${name}`;
      case 'starttls':
        return startTls === 'refused' || startTls === 'off'
          ? '454 4.7.0 TLS not available'
          : '220 2.0.0 Ready to start TLS';
      case 'mail':
        if (requireTls && !this.secured) return '530 5.7.0 Must issue a STARTTLS command first';
        if (this.sender !== undefined) return '503 5.5.1 Error: nested MAIL command';
        this.sender = pathOf(argument);
        return '250 2.1.0 Ok';
      case 'rcpt':
        return this.rcpt(pathOf(argument));
      case 'rset':
        this.sender = undefined;
        return '250 2.0.0 Ok';
      case 'quit':
        return '221 2.0.0 Bye';
    }
  }

  private rcpt(address: string): ScriptedReply {
    if (this.sender === undefined) return '503 5.5.1 Error: need MAIL command';
    const attempt = this.memory.countRcpt(address.toLowerCase());
    this.rcpts += 1;
    if (this.rcpts > this.script.rcptPerSession) return '452 4.5.3 Error: too many recipients';
    const { mailboxes, otherwise, catchAll, greylist } = this.script;
    if (greylist) {
      const now = greylist.now();
      const since = this.memory.firstSeen(`${this.socket.remoteAddress ?? ''} ${this.sender} ${address}`, now);
      if (now - since < greylist.delayMs) return '450 4.2.0 Greylisted, come back later';
    }
    const reply: MailboxScript = mailboxes[address.toLowerCase()] ?? (catchAll ? 'ok' : otherwise);
    const context = { address, sender: this.sender, attempt, session: this.id, rcptInSession: this.rcpts };
    const text = typeof reply === 'function' ? reply(context) : reply;
    return text === 'ok' ? '250 2.1.5 Ok' : text;
  }

  private async answer(step: Step, reply: ScriptedReply): Promise<void> {
    const bytes = this.timesTwo(step, bytesOf(reply));
    const fault = this.script.faults[step];
    switch (fault) {
      case undefined:
        if (/^[45]/.test(bytes.toString('latin1', 0, 1)) && step !== 'greeting') await this.error(bytes);
        else this.write(bytes);
        if (step === 'starttls' && bytes.toString('latin1', 0, 3) === '220') this.startTls();
        return;
      case 'reply_then_close':
        this.write(bytes);
        this.finish();
        return;
      case 'close':
        this.finish();
        return;
      case 'reset':
        this.over = true;
        this.socket.resetAndDestroy();
        return;
      case 'half_line':
        this.write(FAULT_BYTES.half_line());
        this.finish();
        return;
      case 'silence':
        this.over = true;
        return;
      case 'garbage':
      case 'http':
      case 'tls':
        this.over = true;
        this.write(FAULT_BYTES[fault]());
        return;
      case 'endless_lines':
        this.over = true;
        writeForEver(this.socket, `${bytes.toString('latin1', 0, 3)}-and so on\r\n`);
        return;
      case 'endless_text':
        this.over = true;
        writeForEver(this.socket, 'x'.repeat(1024));
        return;
      case 'trickle':
        void this.trickle(bytes);
    }
  }

  private timesTwo(step: Step, bytes: Buffer): Buffer {
    const { answersTwice, secondAnswerMs } = this.script;
    if (!answersTwice.includes(step)) return bytes;
    if (secondAnswerMs === 0) return Buffer.concat([bytes, bytes]);
    void this.sleep(secondAnswerMs).then(() => {
      this.write(bytes);
    });
    return bytes;
  }

  private async error(reply: ScriptedReply): Promise<void> {
    const limits = this.script.errorLimits;
    this.errors += 1;
    if (limits && this.errors > limits.slowAfter) await this.sleep(limits.slowMs);
    if (limits && this.errors > limits.dropAfter) {
      this.write(Buffer.from(`421 4.7.0 ${this.script.name} Error: too many errors\r\n`));
      this.finish();
      return;
    }
    this.write(bytesOf(reply));
  }

  private startTls(): void {
    this.socket.off('data', this.onData);
    if (this.script.startTls === 'broken') {
      this.over = true;
      this.socket.end('this is not TLS\r\n');
      return;
    }
    this.secured = true;
    this.sender = undefined;
    this.rest = '';
    this.lines = [];
    this.socket = new TLSSocket(this.socket, { isServer: true, ...this.memory.certificate() });
    this.listen();
  }

  private startIdling(): void {
    const { idle421Ms, name } = this.script;
    if (idle421Ms === null || this.isOver()) return;
    this.idle = setTimeout(() => {
      this.write(Buffer.from(`421 4.4.2 ${name} Error: timeout exceeded\r\n`));
    }, idle421Ms).unref();
  }

  private async trickle(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += 1) {
      await this.sleep(this.script.trickleMs);
      if (this.socket.destroyed) return;
      this.socket.write(bytes.subarray(at, at + 1));
    }
  }

  private sleep(ms: number): Promise<void> {
    return this.script.clock.sleep(ms);
  }

  private write(bytes: Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes);
  }

  private finish(): void {
    this.over = true;
    this.socket.end();
  }
}

const pathOf = (argument: string): string => /<(.*)>/.exec(argument)?.[1] ?? argument;

const multiLine = (code: string, lines: string[]): string[] =>
  lines.map((line, index) => `${code}${index === lines.length - 1 ? ' ' : '-'}${line}`);

function bytesOf(reply: ScriptedReply): Buffer {
  if (Buffer.isBuffer(reply)) return reply;
  const lines = typeof reply === 'string' ? [reply] : reply;
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}
