import type { ReplyEvent } from './reply';

/** The peer is hostile: what one reply may cost us. RFC 5321 4.5.3.1.5 allows 512 octets a line. */
const MAX_REPLY_BYTES = 8 * 1024;
const MAX_REPLY_LINES = 100;

const LF = 0x0a;
const CODED_LINE = /^(\d{3})(?:([ -])([^]*))?$/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * Turns bytes into replies. Takes what occurs in the wild: bare LF, NUL bytes, text that is not UTF-8 (then windows-1252),
 * lines without a code inside a reply, codes that differ between the lines (the last one counts).
 * How the bytes are cut into chunks makes no difference.
 */
export class ReplyReader {
  private pieces: Buffer[] = [];
  private replyBytes = 0;
  private lines: string[] = [];
  private broken = false;

  /** The replies that `chunk` completes. After a fault every further byte is ignored. */
  push(chunk: Buffer): ReplyEvent[] {
    const events: ReplyEvent[] = [];
    let start = 0;
    while (!this.broken && start < chunk.length) {
      const lineEnd = chunk.indexOf(LF, start);
      const end = lineEnd === -1 ? chunk.length : lineEnd + 1;
      const event = this.take(chunk.subarray(start, end), lineEnd !== -1);
      if (event) events.push(event);
      start = end;
    }
    return events;
  }

  /** Bytes of an incomplete reply are waiting. */
  get isMidReply(): boolean {
    return this.replyBytes > 0;
  }

  private take(piece: Buffer, endsLine: boolean): ReplyEvent | undefined {
    this.replyBytes += piece.length;
    if (this.replyBytes > MAX_REPLY_BYTES) return this.fail('The reply is longer than 8 KiB.');
    this.pieces.push(piece);
    if (!endsLine) return undefined;
    const line = decode(Buffer.concat(this.pieces)).replace(/\r?\n$/, '');
    this.pieces = [];
    return this.takeLine(line);
  }

  private takeLine(line: string): ReplyEvent | undefined {
    const [, digits, separator, text] = CODED_LINE.exec(line) ?? [];
    if (digits === undefined && this.lines.length === 0) return this.fail('The line has no reply code.');
    this.lines.push(text ?? (digits === undefined ? line : ''));
    if (this.lines.length > MAX_REPLY_LINES) return this.fail('The reply has more than 100 lines.');
    if (digits === undefined || separator === '-') return undefined;
    const code = Number(digits);
    if (code < 200 || code > 599) return this.fail('The reply code is outside 200 to 599.');
    const reply = { code, lines: this.lines };
    this.lines = [];
    this.replyBytes = 0;
    return reply;
  }

  private fail(fault: string): ReplyEvent {
    this.broken = true;
    this.pieces = [];
    this.lines = [];
    return { fault };
  }
}

function decode(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
