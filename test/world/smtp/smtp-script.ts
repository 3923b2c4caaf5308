import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../src/engine/ports';

/** A reply on the wire: one line, several lines each with its code (`['550-no', '550 sorry']`), or exact bytes. */
export type ScriptedReply = string | readonly string[] | Buffer;

export type Step = 'greeting' | 'ehlo' | 'helo' | 'starttls' | 'mail' | 'rcpt' | 'rset' | 'quit';

/**
 * What the server does at a step instead of answering.
 * `close` FIN · `reset` RST · `reply_then_close` answers as scripted, then FIN · `half_line` a few bytes of a reply, then FIN ·
 * `silence` nothing, for ever · `garbage` random bytes and a line feed · `http` the answer of a web server · `tls` the first bytes
 * of a TLS alert · `endless_lines` continuation lines for ever · `endless_text` one line without an end ·
 * `trickle` the right answer, one byte every `trickleMs`.
 */
export type Fault =
  | 'close'
  | 'reset'
  | 'reply_then_close'
  | 'half_line'
  | 'silence'
  | 'garbage'
  | 'http'
  | 'tls'
  | 'endless_lines'
  | 'endless_text'
  | 'trickle';

export interface RcptContext {
  /** The address between the angle brackets, as sent. */
  address: string;
  sender: string;
  /** 1 for the first RCPT of this address that the server ever saw. */
  attempt: number;
  /** Number of the session, from 1. */
  session: number;
  /** RCPT commands in this session so far, this one included. */
  rcptInSession: number;
}

export type MailboxScript = ScriptedReply | ((context: RcptContext) => ScriptedReply);

/** How a scripted mail server behaves. Everything has a default; the default server is a well-behaved one that knows nobody. */
export interface SmtpScript {
  /** The server's own name: `mx.scripted.test`. */
  name: string;
  /** Replies by address in lower case; `'ok'` stands for `250 2.1.5 Ok`. */
  mailboxes: Readonly<Record<string, MailboxScript>>;
  /** For every other address: `550 5.1.1 … User unknown`. */
  otherwise: MailboxScript;
  /** Accepts every other address. */
  catchAll: boolean;
  /** 450 until the triplet (client, sender, recipient) is `delayMs` old by `now()`. */
  greylist: { delayMs: number; now: () => number } | null;

  /** `220 <name> ESMTP`. */
  greeting: ScriptedReply;
  greetingDelayMs: number;
  faults: Partial<Record<Step, Fault>>;
  trickleMs: number;
  /** Replies to commands other than RCPT, such as `{ mail: '553 null sender not allowed' }`; a function may return undefined for the usual answer. */
  replies: Partial<
    Record<Exclude<Step, 'greeting' | 'rcpt'>, ScriptedReply | ((argument: string) => ScriptedReply | undefined)>
  >;

  /** Steps whose answer is sent a second time, in the same packet or `secondAnswerMs` later. */
  answersTwice: readonly Step[];
  secondAnswerMs: number;
  /** So long after an answer to RCPT, with no command since, 421 is said; the connection stays. Null: never. */
  idle421Ms: number | null;

  /** Offered, and then allowed. When off, a second command before the answer to the first ends the session. */
  pipelining: boolean;
  /** Of commands that come together only the first is read. */
  readsOneCommand: boolean;
  smtputf8: boolean;
  /** `offered` works; `broken` says 220 and then talks nonsense; `refused` is offered and answered with 454. */
  startTls: 'off' | 'offered' | 'broken' | 'refused';
  /** 530 to MAIL in clear. */
  requireTls: boolean;

  /** As Postfix: an answer to an error takes `slowMs` longer after `slowAfter` errors, and `dropAfter` errors end the session with 421. */
  errorLimits: { slowAfter: number; slowMs: number; dropAfter: number } | null;
  /** 452 4.5.3 to every RCPT beyond. */
  rcptPerSession: number;
  /** 421 4.7.0 to every connection beyond so many at a time. */
  maxSessions: number;

  /** One round trip, in milliseconds: every answer comes that much later, the greeting twice (TCP takes one too). */
  roundTripMs: number;
  /** What the server needs to think about a command, in milliseconds; commands are thought about one after the other. */
  thoughtMs: Partial<Record<Step, number>>;
  /** What the server's delays are measured by; default: real time. */
  clock: Clock;
  /** Listen on this address of 127.0.0.0/8. */
  host: string;
  /** 0: any free port. */
  port: number;
}

export const WELL_BEHAVED: SmtpScript = {
  name: 'mx.scripted.test',
  mailboxes: {},
  otherwise: ({ address }) => `550 5.1.1 <${address}>: Recipient address rejected: User unknown`,
  catchAll: false,
  greylist: null,
  greeting: '220 mx.scripted.test ESMTP',
  greetingDelayMs: 0,
  faults: {},
  trickleMs: 1_000,
  replies: {},
  answersTwice: [],
  secondAnswerMs: 0,
  idle421Ms: null,
  pipelining: true,
  readsOneCommand: false,
  smtputf8: true,
  startTls: 'off',
  requireTls: false,
  errorLimits: null,
  rcptPerSession: Infinity,
  maxSessions: Infinity,
  roundTripMs: 0,
  thoughtMs: {},
  clock: {
    now: () => performance.now(),
    // Does not keep the process alive.
    sleep: (ms) => sleep(ms, undefined, { ref: false }),
  },
  host: '127.0.0.1',
  port: 0,
};
