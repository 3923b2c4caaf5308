import type { Clock, Dialler, Random, SharedFacts } from '../ports';
import type { SmtpAlarm } from './pool/circuit-breaker';
import { ControlMemory } from './control/control-memory';
import { ControlQuestions } from './control/control-questions';
import { InProcessSessionSlots } from './pool/in-process-session-slots';
import type { MailboxProber } from './mailbox-prober';
import type { SessionSlots } from './pool/session-slots';
import { SessionPool } from './pool/session-pool';
import { SmtpMailboxProber } from './smtp-mailbox-prober';
import { DEFAULT_SMTP_OPTIONS, type SmtpOptions } from './smtp-options';

export interface ProberOptions extends Partial<Omit<SmtpOptions, 'heloName'>> {
  heloName: string;
  /** Sessions at a time in all; default 20. */
  maxSessions?: number;
  /** Sessions at a time with one mail host; default 2. */
  sessionsPerHost?: number;
  /** Sessions at a time with addresses of one /24 of IPv4 or /48 of IPv6; default 10. */
  sessionsPerNetwork?: number;
  /** Least milliseconds from the opening of a session with a host to that of the next, for lists, by this process; default: none. */
  sessionPauseMs?: number;
  /** Recipients that do not exist, beyond as many as exist, that a host is asked about in an hour for lists; default: any number. */
  unknownPerHostHour?: number;
  /** Milliseconds that a session without a question is kept; default 4000. */
  idleMs?: number;
  /** Milliseconds until a random address that was put off is asked about again; default five minutes. */
  catchAllDeferralMs?: number;
}

export interface ProberDependencies {
  dialler: Dialler;
  clock: Clock;
  random: Random;
  /** Shared between processes where there are several; default: this process alone. */
  slots?: SessionSlots;
  /** What other processes know of mail hosts; default: there are none. */
  facts?: SharedFacts;
}

export interface ProberStats {
  smtpSessionsOpened: number;
  /** Gauge. */
  smtpSessionsOpen: number;
  rcptCommands: number;
  catchAllCacheHits: number;
}

export interface ObservableMailboxProber extends MailboxProber {
  stats(): ProberStats;
  /** Mail hosts and providers whose circuit breakers are open. */
  alarms(): SmtpAlarm[];
}

/** The one place where the SMTP side is put together. */
export function createMailboxProber(options: ProberOptions, parts: ProberDependencies): ObservableMailboxProber {
  const {
    maxSessions = 20,
    sessionsPerHost = 2,
    sessionsPerNetwork = 10,
    sessionPauseMs,
    idleMs = 4_000,
    catchAllDeferralMs,
    unknownPerHostHour,
    ...smtp
  } = options;
  const { dialler, clock, random } = parts;
  const slots = parts.slots ?? new InProcessSessionSlots(maxSessions, sessionsPerHost, sessionsPerNetwork);
  const memory = new ControlMemory(clock, parts.facts);
  const pool = new SessionPool({
    session: { dialler, clock, options: { ...DEFAULT_SMTP_OPTIONS, ...smtp } },
    slots,
    maxSessions,
    sessionsPerHost,
    sessionsPerNetwork,
    sessionPauseMs,
    unknownPerHostHour,
    controls: new ControlQuestions(memory, random),
    idleMs,
  });
  const prober = new SmtpMailboxProber(pool, memory, clock, random, catchAllDeferralMs);
  return {
    probe: (request) => prober.probe(request),
    close: () => prober.close(),
    alarms: () => pool.alarms(),
    stats: () => ({
      smtpSessionsOpened: pool.counters.sessionsOpened,
      smtpSessionsOpen: pool.counters.sessionsOpen,
      rcptCommands: pool.counters.rcptCommands,
      catchAllCacheHits: prober.catchAllCacheHits,
    }),
  };
}
