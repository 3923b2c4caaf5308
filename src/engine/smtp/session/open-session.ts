import type { Clock, Dialler } from '../../ports';
import { DialError } from '../wire/dial-error';
import { PeerActivity } from './peer-activity';
import type { Classified } from '../replies/outcome';
import { SmtpConnection } from '../wire/smtp-connection';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { SmtpOptions } from '../smtp-options';
import { SmtpSession } from './smtp-session';
import { DONE } from '../wire/with-timeout';

export interface SessionTarget {
  /** MX host name: the SNI of STARTTLS, and what the classifier knows the host by. */
  host: string;
  /** The vetted address to connect to. */
  address: string;
  /** `batch` waits longer for the greeting. */
  mode: 'single' | 'batch';
  /** The host is known to answer a command more than once. */
  isLockStep?: boolean;
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
  activity = new PeerActivity(dependencies.clock),
): Promise<SmtpSession> {
  try {
    return await open(target, dependencies, signal, activity, 'opportunistic');
  } catch (error) {
    const retryInClear = error instanceof SmtpFailure && error.classified.outcome === 'tls_failed' && !signal.aborted;
    if (!retryInClear) throw error;
    return await open(target, dependencies, signal, activity, 'never');
  }
}

async function open(
  target: SessionTarget,
  dependencies: SessionDependencies,
  signal: AbortSignal,
  activity: PeerActivity,
  tls: 'opportunistic' | 'never',
): Promise<SmtpSession> {
  const { clock, options } = dependencies;
  activity.stage = 'connect';
  const connection = new SmtpConnection(await dial(target, dependencies, signal), clock, activity);
  activity.touch();
  const abort = (): void => {
    connection.destroy();
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    // An abort between the dial and the listener must not leave the socket open.
    if (signal.aborted) throw new SmtpFailure(withoutReply('aborted'), 'connect');
    const session = new SmtpSession(connection, target.host, options, target.isLockStep);
    const timeoutMs = target.mode === 'batch' ? options.patientGreetingTimeoutMs : options.commandTimeoutMs;
    await session.open(timeoutMs, tls);
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
  // One controller for the caller's signal and the time-out: `AbortSignal.any` is slow.
  const stop = new AbortController();
  const passOn = (): void => {
    stop.abort(signal.reason);
  };
  if (signal.aborted) passOn();
  else signal.addEventListener('abort', passOn, { once: true });
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
    signal.removeEventListener('abort', passOn);
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
