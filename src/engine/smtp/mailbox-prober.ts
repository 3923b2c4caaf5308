import type { MailHost } from '../dns/mail-hosts';
import type { ParsedAddress } from '../syntax/parse-address';
import type { Classified, Stage } from './replies/outcome';

export type { MailHost } from '../dns/mail-hosts';

export interface ProbeRequest {
  address: ParsedAddress;
  /**
   * In the order to try, addresses vetted by the address policy: the prober dials whatever stands here. At most three hosts of
   * three addresses each are asked, and the next is fetched only when it is wanted.
   */
  hosts: Iterable<MailHost> | AsyncIterable<MailHost>;
  /** All names that mail for the domain may go to, asked or not. */
  hostNames: readonly string[];
  /** `batch` waits longer for greetings (tarpits of 20 to 30 s). */
  mode: 'single' | 'batch';
  /** Opaque id of who the verification is for. */
  tenant: string;
  /** Opaque id of the piece of work (a batch), within those of the tenant. */
  job: string;
  /**
   * Milliseconds since the epoch by which the hosts must have answered, in time for a verdict before `signal`: divided between
   * all that may have to be asked. Null: nobody waits.
   */
  until: number | null;
  /** Bounds the whole probe: on abort sockets are closed at once and the result is `aborted`. */
  signal: AbortSignal;
}

export interface ProbeResult {
  /** Of the reply to RCPT for the address itself; of the step that failed where RCPT was never reached. */
  classified: Classified;
  /** Where `classified` comes from. */
  stage: Stage;
  /** The host that `classified` comes from; null when none was connected to. */
  mxHost: string | null;
  /**
   * True: a random address of the domain was accepted as well. False: it was refused as unknown. Null: not asked (the address was
   * not accepted, or `truthfulness` makes it needless), or no definitive answer.
   */
  catchAll: boolean | null;
  /** The random address was put off (greylisted, throttled, no reply): the same question some minutes later may settle `catchAll`. */
  catchAllPending: boolean;
  /** `control`: the reply's words say nothing, and `classified` is what the host's replies to others make of it. */
  by: 'control' | null;
  /** Somebody of the domain whom this host accepts would settle it: for a list, some minutes later. */
  controlPending: boolean;
  /** Provider id of the map by MX suffix, such as `google`, or null. */
  provider: string | null;
  /** What the provider's acceptance is worth; `decides_by_probe` for hosts that are not in the map. */
  truthfulness: Truthfulness;
  /**
   * For `relay_denied`, `domain_not_accepted` and `smtputf8_required`: every one of `hostNames` was asked and said the same,
   * with a lasting (5xx) code where it is a reply. False in every other case.
   */
  everyHostSaid: boolean;
  /** `proxy`: the SOCKS proxy failed, which says nothing about the peer. */
  layer: 'smtp' | 'proxy';
  /** The mail hosts were not asked because of a local error: the proxy, this machine, or a provider that refuses this client. */
  isLocalError: boolean;
}

/**
 * `truthful`: refuses unknown mailboxes at RCPT, so an acceptance needs no second question.
 * `decides_by_probe`: depends on the domain; the random address tells.
 * `accepts_all`: says 250 to everybody and decides after DATA, so an acceptance says nothing.
 */
export type Truthfulness = 'truthful' | 'decides_by_probe' | 'accepts_all';

/** Asks mail hosts about a mailbox without sending mail. Never rejects: whatever goes wrong is an outcome. */
export interface MailboxProber {
  probe(request: ProbeRequest): Promise<ProbeResult>;
  /** Ends idle sessions (`QUIT`) and closes every socket. Later probes are `aborted`. */
  close(): Promise<void>;
}
