import type { Random, Resolver } from '../ports';
import type { AddressPolicy } from './address-policy';
import { selectMailExchangers, type MailExchanger } from './mail-exchangers';
import { walkMailHosts, type LookupContext, type MailHost } from './mail-hosts';

/**
 * Where mail for a domain goes (RFC 5321 5.1). The negative kinds rest on definitive answers; `error` and `timeout`
 * say nothing about the domain. `mxFound`: it has an MX record other than the null MX.
 */
export type MailRoute =
  | {
      kind: 'hosts';
      mxFound: boolean;
      /** There is no MX record: the domain's own addresses take the mail. */
      implicit: boolean;
      /** All names that mail may go to, best first; not each of them needs to have an address. */
      names: readonly string[];
      /**
       * One to three hosts, best first, for `for await`. The addresses of the next are asked for when it is wanted.
       * May be walked again. The walk throws the reason of its signal once that is aborted.
       */
      hosts: (signal?: AbortSignal) => AsyncIterable<MailHost>;
    }
  /** The domain says that it takes no mail (RFC 7505). */
  | { kind: 'null_mx'; mxFound: false }
  | { kind: 'not_found'; mxFound: false }
  /** Neither MX nor address records. */
  | { kind: 'no_data'; mxFound: false }
  /** No MX record names a host that has an address. */
  | { kind: 'no_usable_hosts'; mxFound: true }
  /** There are addresses, and none of them may be dialled. */
  | { kind: 'unroutable'; mxFound: boolean }
  | { kind: 'error'; mxFound: boolean; detail: string; isLocal?: true }
  | { kind: 'timeout'; mxFound: boolean };

/** `domain` as A-labels. Rejects only with the reason of an aborted signal. */
export async function findMailRoute(
  resolver: Resolver,
  domain: string,
  policy: Pick<AddressPolicy, 'permits'>,
  random: Random,
  signal?: AbortSignal,
): Promise<MailRoute> {
  const context: LookupContext = { messages: 0, names: new Set() };
  const mx = await resolver.mx(domain, signal, context);
  switch (mx.kind) {
    case 'not_found':
    case 'timeout':
      return { kind: mx.kind, mxFound: false };
    case 'error':
      return { ...mx, mxFound: false };
    case 'no_data': {
      const itself = [{ name: domain, preference: 0 }];
      return (await routeOver(itself, false)) ?? { kind: 'no_data', mxFound: false };
    }
    case 'records': {
      const { exchangers, ifNone } = selectMailExchangers(mx.records, random);
      if (ifNone === 'null_mx') return { kind: 'null_mx', mxFound: false };
      return (await routeOver(exchangers, true)) ?? { kind: ifNone, mxFound: true };
    }
  }

  /** Null when none of them has an address. */
  async function routeOver(exchangers: readonly MailExchanger[], mxFound: boolean): Promise<MailRoute | null> {
    const walk = (walkSignal?: AbortSignal): ReturnType<typeof walkMailHosts> =>
      walkMailHosts(resolver, exchangers, policy, context, walkSignal);
    const first = await walk(signal).next();
    if (first.done !== true) {
      return { kind: 'hosts', mxFound, implicit: !mxFound, names: exchangers.map(({ name }) => name), hosts: walk };
    }
    return first.value === null ? null : { ...first.value, mxFound };
  }
}
