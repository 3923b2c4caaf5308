import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { AppConfig } from '../config/app-config';
import type { Connections } from './connections';
import { configureServer } from './configure-server';
import { ErrorFilter } from './error.filter';
import { healthOnly } from './health-only';
import { notReadyWhenEnding } from './not-ready-when-ending';
import { inTurn } from './in-turn';
import { limitPages } from './limit-pages';
import { oneHost } from './one-host';
import { openApiDocument } from './openapi-document';
import { setRequestId } from './request-id';
import { Metrics } from '../common/metrics';
import { requestLog } from './request-log';
import { requestMetrics } from './request-metrics';
import { securityHeaders } from './security-headers';
import { serveDocs } from './serve-docs';

/**
 * Everything that is set on an application before it listens: shared by `main.ts` and the tests.
 * @returns its connections, and how to end them
 */
export function configureApp(app: NestExpressApplication, config: AppConfig, logger: Logger): Connections {
  const connections = configureServer(app.getHttpServer(), config);
  // Its first layer exists already, and with it a router that took the default.
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true });
  app.disable('x-powered-by');
  app.set('etag', false);
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', trustProxy(config.TRUST_PROXY));
  app.use(
    inTurn(
      setRequestId,
      requestLog(logger),
      requestMetrics(app.get(Metrics)),
      securityHeaders(config),
      oneHost,
      healthOnly(config.ROLE === 'worker'),
      limitPages(config),
      notReadyWhenEnding(connections),
    ),
  );
  app.useGlobalFilters(new ErrorFilter());
  if (config.ROLE !== 'worker') serveDocs(app, openApiDocument(app));
  return connections;
}

/** `true`, a number of hops, or a list of addresses, as Express takes them. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
