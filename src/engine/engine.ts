import type { Verification } from './verification';
import type { ParsedAddress, SyntaxFault } from './syntax/parse-address';

export interface VerifyOptions {
  /** Ends the work: `verify` then still resolves, with what is known so far as `unknown`/`timeout_exceeded`. */
  signal?: AbortSignal;
  /**
   * `single` is somebody waiting: one deadline (`VALIDATION_TIMEOUT_MS`), short greetings.
   * `batch` is nobody waiting: patient time-outs, and a random order is fine.
   */
  mode: 'single' | 'batch';
  /** Opaque id of who the verification is for: tenants take turns where there is a queue. All who leave it out are one. */
  tenant?: string;
  /** Opaque id of the piece of work (a batch) that this belongs to, within those of the tenant: these take turns too. */
  job?: string;
}

/** The engine's public interface. */
export interface Engine {
  /** Judges one address. Never rejects: a local error is `unknown`/`exception_occurred`. */
  verify(address: string, options: VerifyOptions): Promise<Verification>;
  /** What the address itself and the lists say, without network; what they leave open is `unknown`. */
  describe(address: string): Verification;
  /** The engine's own syntax rules alone: no list, no network. Trims outer white space. */
  parse(address: string): { ok: true; address: ParsedAddress } | { ok: false; fault: SyntaxFault };
  /** `normalised` of the address that `parse` reads, or null where it finds a fault; far faster, for long lists. */
  normalise(address: string): string | null;
  /** Counters for metrics; monotonic unless marked. */
  stats(): EngineStats;
  /** Ends idle sessions (`QUIT`) and open sockets. */
  close(): Promise<void>;
}

export interface EngineStats {
  dnsQueries: number;
  dnsCacheHits: number;
  /** Questions that got an answer about the name, "there is none" included. */
  dnsAnswers: number;
  /** Questions that got none: errors and time-outs. */
  dnsFailures: number;
  smtpSessionsOpened: number;
  /** Gauge: sessions open now. */
  smtpSessionsOpen: number;
  rcptCommands: number;
  catchAllCacheHits: number;
}
