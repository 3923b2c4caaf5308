import { Inject, Injectable, Logger } from '@nestjs/common';
import { Health } from '../common/health';
import { maskAddresses } from '../common/mask-addresses';
import { Metrics } from '../common/metrics';
import type { EgressFault, Engine, NetworkEngine } from '../engine';
import { ENGINE } from './engine.token';

const EGRESS_FAULTS: Record<EgressFault, string> = {
  blocked:
    'No mail host can be connected to: outgoing port 25 is blocked here. Addresses are judged from DNS alone ' +
    '(unknown, smtp_disabled; free in batches) until it opens. `npm run -s cli -- doctor` says what to do.',
  proxy_down:
    'The SOCKS proxy (SMTP_SOCKS_PROXY) does not answer, so no mail host can be asked: addresses are unknown ' +
    '(failed_smtp_connection; free) until it does. `npm run -s cli -- doctor` says what to do.',
};

const DNS_IS_DOWN =
  'DNS gives no answers: batches pause until it gives some, and single checks are unknown (dns_error, dns_timeout) and free. ' +
  '`npm run -s cli -- doctor` says what to do.';

export interface Refusal {
  /** Provider, name of the mail host, or domain of the recipients. */
  key: string;
  outcome: 'sender_blocked' | 'throttled';
  /** What it said; addresses are masked. */
  text: string | null;
  /** Milliseconds since the epoch. */
  pausedUntil: number;
}

/** Shows the operator what the engine meets outside: a blocked port 25, a dead proxy, and providers that refuse us. */
@Injectable()
export class EngineHealth {
  private readonly logger = new Logger('Engine');
  private readonly engine: Engine & Partial<Pick<NetworkEngine, 'alarms' | 'egress' | 'dns'>>;

  constructor(@Inject(ENGINE) engine: Engine, health: Health, metrics: Metrics) {
    this.engine = engine;
    health.addWarnings(() => (this.egressFault === null ? [] : [EGRESS_FAULTS[this.egressFault]]));
    health.addWarnings(() => (this.isDnsDown ? [DNS_IS_DOWN] : []));
    health.addWarnings(() =>
      this.refusals.map(({ key, outcome, text, pausedUntil }) => {
        const what = outcome === 'throttled' ? 'slows us down' : 'refuses us';
        const why = text === null ? '' : ` ("${text}")`;
        return `${key} ${what}${why}; it is asked again at ${new Date(pausedUntil).toISOString()}.`;
      }),
    );
    metrics.watchLabels('smtp_alarms', 'Mail hosts or providers that refuse us: 1 for each.', 'key', () =>
      this.refusals.map(({ key }) => key),
    );
    metrics.watch('smtp_egress_blocked', '1 while no mail host can be connected to, else 0.', () =>
      this.egressFault === null ? 0 : 1,
    );
    metrics.watch('dns_down', '1 while DNS gives no answers and batches pause for it, else 0.', () =>
      this.isDnsDown ? 1 : 0,
    );
    this.engine.dns?.onChange((isDown) => {
      if (isDown) this.logger.error(DNS_IS_DOWN);
      else this.logger.log('DNS gives answers again: batches go on.');
    });
  }

  /**
   * Finds out in the background, now and every 10 minutes, whether mail hosts can be connected to. Only the running
   * program calls this, since it connects to large providers.
   */
  watchEgress(): void {
    const { egress } = this.engine;
    egress?.onChange((_isBlocked, fault) => {
      if (fault !== null) this.logger.error(EGRESS_FAULTS[fault]);
      else this.logger.log('Mail hosts can be connected to again: addresses are asked about.');
    });
    egress?.start();
  }

  /** Our own resolver gives no answers: whatever is asked now would come out unknown, for no fault of the address. */
  get isDnsDown(): boolean {
    return this.engine.dns?.isDown === true;
  }

  /** Mail hosts and providers that refuse this process or slow it down, and are not asked for a while. */
  get refusals(): Refusal[] {
    const alarms = this.engine.alarms?.() ?? [];
    return alarms.map(({ key, outcome, text, pausedUntil }) => ({
      key,
      outcome,
      text: text === null ? null : maskAddresses(text),
      pausedUntil,
    }));
  }

  /** Why no mail host can be connected to; null while one can, and while nothing is known. */
  get egressFault(): EgressFault | null {
    return this.engine.egress?.fault ?? null;
  }
}
