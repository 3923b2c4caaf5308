import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PERMISSIONS } from './auth/permissions';
import { TokensService } from './auth/tokens.service';
import type { AppConfig } from './config/app-config';
import { AccountOpening } from './credits/account-opening';
import { AccountsService } from './organizations/accounts.service';
import { AccountExistsError } from './organizations/organizations.errors';

/** The account that a first start makes; its owner can make others. */
const FIRST_ACCOUNT = 'owner@localhost';

/** Says where the service listens; on the first start of an embedded set-up also a token and a command to try it with. */
export async function welcome(app: NestExpressApplication, config: AppConfig): Promise<void> {
  const base = baseUrl(app, config);
  if (base === null) return;
  const lines = [`Email Validation Service (${config.database}, ${config.queue} queue) listens on ${base}`];
  if (config.ROLE !== 'worker') lines.push(`  For people: ${base}/dashboard/`, `  For programs: ${base}/docs`);
  if (config.database === 'sqlite' && (await app.get(AccountsService).hasNone()))
    lines.push(...(await firstSteps(app, config, base)));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A log keeps what is printed for longer than anybody looks at it. */
const LOGGED_TOKEN_MS = 24 * 3_600_000;

async function firstSteps(app: NestExpressApplication, config: AppConfig, base: string): Promise<string[]> {
  const opened = await openFirstAccount(app);
  if (opened === null) return [];
  const { accountId, balance } = opened;
  const isLogged = config.FIRST_TOKEN === 'print' && !process.stdout.isTTY;
  const lifetimeMs = isLogged ? LOGGED_TOKEN_MS : null;
  const { token } = await app
    .get(TokensService)
    .create({ accountId, name: 'first start', permissions: [...PERMISSIONS], lifetimeMs });
  const opening = `This is the first start: account ${FIRST_ACCOUNT} with ${balance} free credits was made.`;
  const curl = (bearer: string): string =>
    `curl -s ${base}/v1/validate/single -H ${bearer} -H 'Content-Type: application/json' -d '{"email":"someone@gmail.com"}'`;
  if (config.FIRST_TOKEN === 'file') {
    const file = join(config.DATA_DIR, 'first-token');
    // Of an earlier installation; written anew, so that its mode is ours.
    rmSync(file, { force: true });
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    return [
      '',
      `${opening} Its token is in ${file}; delete the file once you have it.`,
      ...['', 'Check an address:', '', curl(`"Authorization: Bearer $(cat '${file}')"`), ''],
    ];
  }
  const hint = isLogged
    ? ['', `It works for 24 hours, since logs are kept: \`token create --account ${FIRST_ACCOUNT}\` makes another.`]
    : [];
  return [
    '',
    `${opening} Its token (shown only now):`,
    ...['', token, ...hint, '', 'Check an address:', '', curl(`'Authorization: Bearer ${token}'`), ''],
  ];
}

/** Null: another process that started at the same moment has made it, and shows its token. */
async function openFirstAccount(app: NestExpressApplication): Promise<{ accountId: number; balance: number } | null> {
  try {
    return await app.get(AccountOpening).openAccount(FIRST_ACCOUNT, null);
  } catch (error) {
    if (error instanceof AccountExistsError) return null;
    throw error;
  }
}

function baseUrl(app: NestExpressApplication, config: AppConfig): string | null {
  const address = app.getHttpServer().address() as AddressInfo | null;
  if (address === null) return null;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const name = host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host;
  return `${config.TLS_CERT_FILE === undefined ? 'http' : 'https'}://${name}:${address.port}`;
}
