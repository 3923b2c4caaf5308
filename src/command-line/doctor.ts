import { hostname } from 'node:os';
import { Logger } from '@nestjs/common';
import { Resolver } from 'node:dns/promises';
import type { AppConfig } from '../config/app-config';
import { connect, sharedSql } from '../database/database.module';
import { reason } from '../common/reason';
import { SharedRedis } from '../common/shared-redis';
import type { EgressState } from '../engine';
import { egressFromConfig, heloName } from '../validation/engine-from-config';

/** One thing that was looked at, and what to do about it. */
export interface Finding {
  check: 'dns' | 'proxy' | 'port_25' | 'helo_name' | 'reverse_dns' | 'sender' | 'database' | 'redis';
  ok: boolean;
  message: string;
}

const EGRESS: Record<Exclude<EgressState, 'proxy_down'>, Omit<Finding, 'check'>> = {
  open: { ok: true, message: 'Mail hosts can be connected to.' },
  blocked: {
    ok: false,
    message:
      'No mail host can be connected to: outgoing port 25 is blocked here, as most cloud providers and home lines do. ' +
      'Ask your provider to open it, set SMTP_SOCKS_PROXY to a host that may use it, or set SMTP_PROBE=off to answer from DNS alone.',
  },
  undetermined: {
    ok: false,
    message:
      'The addresses of well-known mail hosts could not be found, so port 25 could not be tried. Mend DNS first.',
  },
};

/** Looks at everything that a working set-up needs. Never throws: what fails is a finding. */
export async function examine(config: AppConfig): Promise<Finding[]> {
  const groups = await Promise.all([network(config), identity(config), database(config), redis(config)]);
  return groups.flat();
}

async function network(config: AppConfig): Promise<Finding[]> {
  const state = await egressFromConfig(config);
  const servers =
    config.DNS_SERVERS?.map(({ address, port }) => `${address}:${port}`).join(', ') ?? "the system's servers";
  const dns: Finding =
    state === 'undetermined'
      ? {
          check: 'dns',
          ok: false,
          message: `No answer about gmail.com, outlook.com or yahoo.com from ${servers}. Set DNS_SERVERS to a resolver that you may use.`,
        }
      : { check: 'dns', ok: true, message: `Names are resolved by ${servers}.` };
  if (config.SMTP_PROBE === 'off') {
    return [dns, { check: 'port_25', ok: true, message: 'Not needed: SMTP_PROBE=off answers from DNS alone.' }];
  }
  if (state !== 'proxy_down') return [dns, { check: 'port_25', ...EGRESS[state] }];
  // Host and port alone: the rest of the setting holds a password.
  const { host } = new URL(config.SMTP_SOCKS_PROXY ?? 'socks5://unset');
  return [
    dns,
    {
      check: 'proxy',
      ok: false,
      message: `The SOCKS proxy at ${host} does not do what it is asked for. See that it runs, that host, port, user and password in SMTP_SOCKS_PROXY are right, and that it may connect to port ${config.SMTP_PORT}.`,
    },
    { check: 'port_25', ok: false, message: 'Port 25 could not be tried: mend the proxy first.' },
  ];
}

/** The name that we greet with must lead to our address and back (FCrDNS), or large providers refuse us. */
async function identity(config: AppConfig): Promise<Finding[]> {
  const sender: Finding =
    config.SMTP_MAIL_FROM === undefined
      ? {
          check: 'sender',
          ok: true,
          message:
            'The null sender <> is used. Some providers refuse it; set SMTP_MAIL_FROM to a mailbox of yours on a domain with SPF.',
        }
      : { check: 'sender', ok: true, message: `Mail hosts are asked in the name of ${config.SMTP_MAIL_FROM}.` };
  const name = heloName(config);
  if (config.SMTP_HELO_NAME === undefined) {
    return [
      {
        check: 'helo_name',
        ok: false,
        message: `SMTP_HELO_NAME is not set; ${name} is used (this host is called ${hostname()}). Set it to a name of yours that resolves to this machine's public address.`,
      },
      sender,
    ];
  }
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (config.DNS_SERVERS !== undefined) {
    resolver.setServers(
      config.DNS_SERVERS.map(({ address, port }) =>
        address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
      ),
    );
  }
  const addresses = await resolver.resolve4(name).catch(() => []);
  const [first] = addresses;
  if (first === undefined) {
    return [
      {
        check: 'helo_name',
        ok: false,
        message: `${name} has no address in DNS. Give it an A record with this machine's public address.`,
      },
      sender,
    ];
  }
  const names = await resolver.resolvePtr(reverseName(first)).catch(() => []);
  return [
    {
      check: 'helo_name',
      ok: true,
      message: `${name} resolves to ${first}; see that this is the address this machine goes out with.`,
    },
    names.some((one) => one.toLowerCase() === name.toLowerCase())
      ? { check: 'reverse_dns', ok: true, message: `${first} leads back to ${name}.` }
      : {
          check: 'reverse_dns',
          ok: false,
          message: `${first} leads back to ${names[0] ?? 'nothing'}. Ask your provider to set its PTR record to ${name}.`,
        },
    sender,
  ];
}

/** Asked for by its name, since `reverse` would look into this machine's hosts file, which mail hosts don't see. */
function reverseName(ipv4: string): string {
  return `${ipv4.split('.').reverse().join('.')}.in-addr.arpa`;
}

async function database(config: AppConfig): Promise<Finding[]> {
  const where = config.database === 'sqlite' ? `SQLite in ${config.DATA_DIR}` : 'MySQL';
  try {
    // A fleet's schema is made by `migration:run` and by nobody else.
    const source = await connect(config.database === 'mysql' ? { ...config, ROLE: 'api' } : config, []);
    await sharedSql(source).query('SELECT 1');
    await source.destroy();
    return [{ check: 'database', ok: true, message: `${where} answers, and its schema is up to date.` }];
  } catch (error) {
    return [
      {
        check: 'database',
        ok: false,
        message: `${where} can't be used: ${databaseAdvice(config, error)}`,
      },
    ];
  }
}

function databaseAdvice({ database: kind }: AppConfig, error: unknown): string {
  const why = reason(error);
  if (why.includes('migration:run')) return why;
  return kind === 'sqlite'
    ? `${why}. Check that DATA_DIR is a folder that this user may write to.`
    : `${why}. Check DATABASE_URL (user, password, host, name of the database), and that the server runs.`;
}

async function redis(config: AppConfig): Promise<Finding[]> {
  if (config.REDIS_URL === undefined) {
    return [{ check: 'redis', ok: true, message: 'Not needed: jobs and limits are kept in this process.' }];
  }
  Logger.overrideLogger(false);
  const shared = new SharedRedis(config.REDIS_URL);
  await new Promise((resolve) => {
    shared.client?.once('ready', resolve).once('error', resolve);
  });
  const fault = await shared.fault();
  await shared.onApplicationShutdown();
  return [
    {
      check: 'redis',
      ok: fault === null,
      message: fault === null ? 'Redis answers.' : `${fault} Check REDIS_URL, and that the server runs.`,
    },
  ];
}
