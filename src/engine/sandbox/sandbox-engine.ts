import { createEngine } from '../create-engine';
import { AddressPolicy } from '../dns/address-policy';
import type { Engine, EngineStats } from '../engine';
import type { ListOptions } from '../lists/classify-lists';
import type { Clock, Random } from '../ports';
import { systemClock, systemRandom } from '../system-ports';
import type { ConfidenceTable } from '../verdict/confidence-table';
import type { Verification } from '../verification';
import type { MailScript } from './mail-script';
import { scriptedProber } from './scripted-prober';
import { SANDBOX_ADDRESS, scriptedResolver } from './scripted-resolver';
import { WaitingPlaces } from './waiting-places';

/** Reserved (RFC 6761 6.2): nobody has a mailbox there. */
const SANDBOX_DOMAIN = 'sandbox.test';

export interface SandboxOptions {
  /** The mailboxes of `sandbox.test`, by local part in lower case. */
  mailboxes: ReadonlyMap<string, MailScript>;
  /** Milliseconds for one address. */
  deadlineMs: { single: number; batch: number };
  lists: ListOptions;
  confidence?: ConfidenceTable;
  /** Default: the real ones. */
  clock?: Clock;
  random?: Random;
}

/** What keeps on purpose somebody waiting holds a connection: so many at a time. */
const PLACES = { inAll: 100, ofTenant: 10 };

export const NOT_ASKED =
  'A test token asks nobody about an address. Try valid@sandbox.test: /docs lists what else is there.';

/**
 * The engine in a world of its own: the same way to a verdict, with scripts in the place of DNS and mail hosts. What is not in the
 * scripts is judged by its syntax and the lists alone, as where mail hosts are never asked, and without DNS.
 */
export function createSandboxEngine(options: SandboxOptions): Engine {
  const places = new WaitingPlaces(PLACES);
  const outside = engineOf({ smtp: 'off' }, options, places);
  const engines = new Map<string, { engine: Engine; script: MailScript }>();
  for (const [name, script] of options.mailboxes) {
    engines.set(name, { engine: engineOf(script, options, places), script });
  }
  return {
    ...outside,
    verify: async (address, how) => {
      const inside = engines.get(sandboxName(outside.normalise(address)) ?? '');
      if (inside === undefined) return unasked(await outside.verify(address, how));
      const { engine, script } = inside;
      if (script.localPart === undefined) return engine.verify(address, how);
      const found = await engine.verify(`${script.localPart}@${SANDBOX_DOMAIN}`, how);
      return { ...found, email: address.trim(), normalised: outside.normalise(address), didYouMean: null };
    },
  };
}

/** By which name a normalised address is looked for among the mailboxes: without its `+tag`. Null: it is of another domain. */
export function sandboxName(normalised: string | null): string | null {
  const end = `@${SANDBOX_DOMAIN}`;
  if (normalised?.endsWith(end) !== true) return null;
  return normalised.slice(0, -end.length).split('+', 1)[0] ?? null;
}

function engineOf(script: MailScript, options: SandboxOptions, places: WaitingPlaces): Engine {
  const { deadlineMs, confidence, clock = systemClock, random = systemRandom } = options;
  const { isDisposable, breaksRule } = script;
  const prober = 'reply' in script || 'failure' in script ? scriptedProber(script, clock, places) : null;
  return createEngine({
    resolver: scriptedResolver(script),
    policy: new AddressPolicy({ allowCidrs: [SANDBOX_ADDRESS] }),
    random,
    clock,
    lists: {
      ...options.lists,
      ...(isDisposable && { allow: new Set<string>(), deny: new Set([SANDBOX_DOMAIN]) }),
      ...(breaksRule !== undefined && { ruleBroken: () => breaksRule }),
    },
    prober: () => prober,
    deadlineMs,
    ...(confidence === undefined ? {} : { confidence }),
    stats: () => NOTHING_ASKED,
    close: () => Promise.resolve(),
  });
}

const NOTHING_ASKED: EngineStats = {
  dnsQueries: 0,
  dnsCacheHits: 0,
  dnsAnswers: 0,
  dnsFailures: 0,
  smtpSessionsOpened: 0,
  smtpSessionsOpen: 0,
  rcptCommands: 0,
  catchAllCacheHits: 0,
};

/** Nobody knows whether the domain has a mail host. */
function unasked(found: Verification): Verification {
  if (found.status !== 'unknown') return { ...found, mxFound: false };
  const evidence = { ...found.evidence, layer: 'lists' as const, text: NOT_ASKED };
  return { ...found, subStatus: 'smtp_disabled', mxFound: false, retryAfterSeconds: null, evidence };
}
