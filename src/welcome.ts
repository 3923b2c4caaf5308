import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PERMISSIONS } from './auth/permissions';
import { TokensService } from './auth/tokens.service';
import type { AppConfig } from './config/app-config';
import { AccountOpening } from './credits/account-opening';
import { Database } from './database/database';
import { AccountExistsError } from './organizations/organizations.errors';

/** The account that a first start makes; its owner can make others. */
const FIRST_ACCOUNT = 'owner@localhost';

/** Says where the service listens; on the first start of an embedded set-up also a token and a command to try it with. */
export async function welcome(app: NestExpressApplication, config: AppConfig): Promise<void> {
  const base = baseUrl(app, config);
  if (base === null) return;
  const lines = [`Email Validation Service (${config.database}, ${config.queue} queue) listens on ${base}`];
  if (config.ROLE !== 'worker') lines.push(`  For people: ${base}/dashboard/`, `  For programs: ${base}/docs`);
  if (config.database === 'sqlite' && (await isFirstStart(app.get(Database))))
    lines.push(...(await firstSteps(app, base)));
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function isFirstStart(database: Database): Promise<boolean> {
  return (await database.query('SELECT id FROM accounts LIMIT 1')).length === 0;
}

async function firstSteps(app: NestExpressApplication, base: string): Promise<string[]> {
  const opened = await openFirstAccount(app);
  if (opened === null) return [];
  const { accountId, balance } = opened;
  const { token } = await app
    .get(TokensService)
    .create({ accountId, name: 'first start', permissions: [...PERMISSIONS], lifetimeMs: null });
  return [
    '',
    `This is the first start: account ${FIRST_ACCOUNT} with ${balance} free credits was made. Its token (shown only now):`,
    '',
    token,
    '',
    'Check an address:',
    '',
    `curl -s ${base}/v1/validate/single -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"email":"someone@gmail.com"}'`,
    '',
  ];
}

/** Null: another process that started at the same moment has made it, and shows its token. */
async function openFirstAccount(app: NestExpressApplication): Promise<{ accountId: number; balance: number } | null> {
  try {
    return await app.get(AccountOpening).openAccount(FIRST_ACCOUNT, 'First organization');
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
