import type { Clock, Dialler } from '../ports';
import { DialError } from './dial-error';
import { Pulse } from './pulse';
import type { Classified } from './outcome';
import { SmtpConnection } from './smtp-connection';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { SmtpOptions } from './smtp-options';
import { SmtpSession } from './smtp-session';
import { DONE } from './within';

export interface SessionTarget {
  /** MX host name: the SNI of STARTTLS, and what the classifier knows the host by. */
  host: string;
  /** The vetted address to connect to. */
  address: string;
  /** `batch` waits longer for the greeting. */
  mode: 'single' | 'batch';
  /** The host is known to answer a command more than once. */
  isCareful?: boolean;
}

export interface SessionDependencies {
  dialler: Dialler;
  clock: Clock;
  options: SmtpOptions;
}

/**
 * A session that is ready for MAIL: connected, greeted, with STARTTLS where the host offers it, and without it where the
 * handshake fails (a second connection then). Throws `SmtpFailure`. Once `signal` is aborted the socket is closed at once.
 */
export async function openSession(
  target: SessionTarget,
  dependencies: SessionDependencies,
  signal: AbortSignal,
  pulse = new Pulse(dependencies.clock),
): Promise<SmtpSession> {
  try {
    return await open(target, dependencies, signal, pulse, 'opportunistic');
  } catch (error) {
    const retryInClear = error instanceof SmtpFailure && error.classified.outcome === 'tls_failed' && !signal.aborted;
    if (!retryInClear) throw error;
    return await open(target, dependencies, signal, pulse, 'never');
  }
}

async function open(
  target: SessionTarget,
  dependencies: SessionDependencies,
  signal: AbortSignal,
  pulse: Pulse,
  tls: 'opportunistic' | 'never',
): Promise<SmtpSession> {
  const { clock, options } = dependencies;
  pulse.stage = 'connect';
  const connection = new SmtpConnection(await dial(target, dependencies, signal), clock, pulse);
  pulse.heard();
  const abort = (): void => {
    connection.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    // An abort between the dial and the listener must not leave the socket open.
    if (signal.aborted) throw new SmtpFailure(withoutReply('aborted'), 'connect');
    const session = new SmtpSession(connection, target.host, options, target.isCareful);
    const patience = target.mode === 'batch' ? options.patientGreetingTimeoutMs : options.commandTimeoutMs;
    await session.greet(patience);
    await session.hello();
    if (tls === 'opportunistic') await session.secureIfOffered();
    return session;
  } catch (error) {
    connection.destroy();
    throw signal.aborted ? new SmtpFailure(withoutReply('aborted'), stageOf(error)) : error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const stageOf = (error: unknown): SmtpFailure['stage'] => (error instanceof SmtpFailure ? error.stage : 'connect');

async function dial(target: SessionTarget, { dialler, clock, options }: SessionDependencies, signal: AbortSignal) {
  const done = new AbortController();
  // One controller for both ends of our patience: `AbortSignal.any` is dear.
  const stop = new AbortController();
  const leave = (): void => {
    stop.abort(signal.reason);
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  let isLate = false;
  clock.sleep(options.connectTimeoutMs, done.signal).then(
    () => {
      isLate = true;
      stop.abort(DONE);
    },
    () => undefined,
  );
  try {
    return await dialler.dial(target.address, options.port, stop.signal);
  } catch (error) {
    if (signal.aborted) throw new SmtpFailure(withoutReply('aborted'), 'connect');
    const layer = error instanceof DialError ? error.layer : 'smtp';
    throw new SmtpFailure(noConnection(error, isLate), 'connect', layer);
  } finally {
    signal.removeEventListener('abort', leave);
    done.abort(DONE);
  }
}

function noConnection(error: unknown, isLate: boolean): Classified {
  const kind = error instanceof DialError ? error.kind : isLate ? 'timeout' : 'refused';
  if (kind === 'out_of_resources') return withoutReply('out_of_resources', OUT_OF_RESOURCES);
  return withoutReply(kind === 'timeout' ? 'connect_timeout' : 'connect_refused');
}

const OUT_OF_RESOURCES =
  'This machine had no open file or port left to connect with: raise its limits (ulimit -n), or lower SMTP_MAX_SESSIONS.';
