import { onStop } from './stop-signals';
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import type { Logger } from 'pino';
import { limitHeapGrowth } from './common/heap-growth';
import { makeLogger, PinoLogger } from './common/logging';
import { nodeEndsSqlite, nodeOutOfSupport } from './common/node-support';
import { reason } from './common/reason';
import type { AppConfig } from './config/app-config';
import { ConfigError, loadDotEnv, readConfig } from './config/env';
import { isGuessable } from './config/secret-strength';
import { lockDataFolder } from './database/data-folder-lock';
import { warmUp } from './engine';
import { stopGracefully } from './graceful-stop';
import { configureApp } from './http/configure-app';
import { openOpsServer } from './http/ops-server';
import { EngineHealth } from './validation/engine-health';
import { heloName } from './validation/engine-from-config';
import { welcome } from './welcome';

const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_BAD_DB_ERROR',
]);

async function main(): Promise<void> {
  limitHeapGrowth();
  loadDotEnv();
  const config = readConfig();
  const logger = makeLogger(config.LOG_LEVEL);
  warnAboutNode(config, logger);
  if (config.database === 'sqlite') await lockDataFolder(config.DATA_DIR);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.register(config), {
    bodyParser: false,
    bufferLogs: false,
    abortOnError: false,
    logger: new PinoLogger(logger),
    ...tlsOptions(config),
  });
  const connections = configureApp(app, config, logger);
  onStop(() => void stopGracefully(app, connections, config, logger));
  warmUp();
  await listen(app, config);
  const ops = await openOpsServer(app, config);
  if (ops !== null) logger.info(`Operators find /health and /metrics on port ${(ops.address() as AddressInfo).port}.`);
  app.get(EngineHealth, { strict: false }).watchEgress();
  warnAboutName(config, logger);
  warnAboutSettings(config, logger);
  await welcome(app, config);
}

/** What an installation would rather not do. */
function warnAboutSettings({ JWT_SECRET, TRUST_PROXY, ROLE, PUBLIC_URL }: AppConfig, logger: Logger): void {
  if (isGuessable(JWT_SECRET)) {
    logger.warn(
      'JWT_SECRET can be guessed: it signs tokens. Set one of random signs, such as `openssl rand -hex 32` prints.',
    );
  }
  if (ROLE === 'worker' && PUBLIC_URL === undefined) {
    logger.warn(
      'PUBLIC_URL is not set: links in the webhooks and mails of this worker lead to itself, where nobody can follow them. ' +
        'Set it to where people reach the service.',
    );
  }
  if (TRUST_PROXY?.trim() === 'true') {
    logger.warn(
      'TRUST_PROXY=true believes whatever address a client writes into X-Forwarded-For, and limits by client hold nobody. ' +
        'Set it to the number of proxies in front of the service, or to a list of their addresses.',
    );
  }
}

function warnAboutNode(config: AppConfig, logger: Logger): void {
  const { node } = process.versions;
  const warnings = [
    nodeOutOfSupport(node, Date.now()),
    config.database === 'sqlite' ? nodeEndsSqlite(node) : undefined,
  ];
  for (const warning of warnings) if (warning !== undefined) logger.warn(warning);
}

/** Large providers refuse machines that greet with a name they can't look up. */
function warnAboutName(config: AppConfig, logger: Logger): void {
  if (config.SMTP_HELO_NAME !== undefined || config.SMTP_PROBE === 'off' || config.ROLE === 'api') return;
  logger.warn(
    `SMTP_HELO_NAME is not set: mail hosts are greeted as ${heloName(config)}, and large providers may refuse that. ` +
      "Set it to a name of yours that leads to this machine's public address and back.",
  );
}

function tlsOptions({ TLS_CERT_FILE, TLS_KEY_FILE }: AppConfig): { httpsOptions?: { cert: Buffer; key: Buffer } } {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return {};
  return { httpsOptions: { cert: readFileSync(TLS_CERT_FILE), key: readFileSync(TLS_KEY_FILE) } };
}

/** A worker serves health and figures only, and works on when its port is taken by another process of the machine. */
async function listen(app: NestExpressApplication, config: AppConfig): Promise<void> {
  try {
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND')
      throw new Error(`HOST names no address of this machine: ${config.HOST}.`, { cause: error });
    if (code !== 'EADDRINUSE' || config.ROLE !== 'worker') throw error;
    await app.init();
    process.stderr.write(`Port ${config.PORT} is taken: this worker serves no health page. Set PORT to give it one.\n`);
  }
}

main().catch((error: unknown) => {
  const sentence = error instanceof ConfigError ? error.message : startFault(error as NodeJS.ErrnoException);
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
});

/** What an operator can do about a start that failed. A stack trace is for developers. */
function startFault(error: NodeJS.ErrnoException): string {
  const { code = '', path, stack } = error;
  const message = reason(error);
  if (code === 'EADDRINUSE') return `The port is taken: ${message}. Set PORT (or OPS_PORT) to a free one.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no such address: ${message}. Set HOST to one that it has.`;
  if (path !== undefined) return `A file or folder can't be used: ${message}. Check DATA_DIR and its rights.`;
  if (code === 'EACCES') return `Not allowed to listen there: ${message}. Set PORT to one above 1023.`;
  if (DATABASE_AWAY.has(code)) {
    return `The database can't be reached: ${message}. Check DATABASE_URL, and that the server runs.`;
  }
  const isAsked = process.env['LOG_LEVEL'] === 'debug' || process.env['LOG_LEVEL'] === 'trace';
  return `The service can't start: ${isAsked ? (stack ?? message) : message}`;
}
