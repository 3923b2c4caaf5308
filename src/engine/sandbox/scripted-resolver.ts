import type { Resolver } from '../ports';
import type { MailScript } from './mail-script';

/** The name of the one mail host. */
export const SANDBOX_HOST = 'mx.sandbox.test';
/** For documentation, and routed nowhere (RFC 5737). */
export const SANDBOX_ADDRESS = '192.0.2.25';
/** An address that may never be dialled. */
const UNROUTABLE_ADDRESS = '127.0.0.1';

/** Answers for any domain as the script says; asks nobody. */
export function scriptedResolver(script: MailScript): Resolver {
  const domain = 'domain' in script ? script.domain : null;
  const addresses = [domain === 'unroutable' ? UNROUTABLE_ADDRESS : SANDBOX_ADDRESS];
  return {
    mx: () => Promise.resolve(mailExchangers()),
    addresses: () => Promise.resolve(domain === 'no_data' ? { kind: 'no_data' } : { kind: 'addresses', addresses }),
  };

  function mailExchangers(): Awaited<ReturnType<Resolver['mx']>> {
    switch (domain) {
      case 'not_found':
      case 'no_data':
      case 'timeout':
        return { kind: domain };
      case 'error':
        return { kind: 'error', detail: 'SERVFAIL' };
      case 'null_mx':
        return { kind: 'records', records: [{ exchange: '', preference: 0 }] };
      case 'unroutable':
      case null:
        return { kind: 'records', records: [{ exchange: SANDBOX_HOST, preference: 10 }] };
    }
  }
}
