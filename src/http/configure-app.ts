import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { AppConfig } from '../config/app-config';
import type { Connections } from './connections';
import { configureServer } from './configure-server';
import { ErrorFilter } from './error.filter';
import { addRootRoutes } from './root-routes';
import { healthOnly } from './health-only';
import { notReadyWhenEnding } from './not-ready-when-ending';
import { chainHandlers } from './chain-handlers';
import { crossOrigin } from './cross-origin';
import { pageRateLimit } from './page-rate-limit';
import { singleHostHeader } from './single-host-header';
import { openApiDocument } from './openapi-document';
import { setRequestId } from './request-id';
import { Metrics } from '../common/metrics';
import { requestLog } from './request-log';
import { RequestValidationPipe } from './request-validation.pipe';
import { requestMetrics } from './request-metrics';
import { securityHeaders } from './security-headers';
import { serveDocs } from './serve-docs';

/**
 * Everything that is set on an application before it listens: shared by `main.ts` and the tests.
 * @returns its connections, and how to end them
 */
export function configureApp(app: NestExpressApplication, config: AppConfig, logger: Logger): Connections {
  const express = app.getHttpAdapter().getInstance();
  const connections = configureServer(app.getHttpServer(), express.response, config);
  // Express has made the router by now, with the default of this option.
  Object.assign(express.router, { caseSensitive: true });
  app.disable('x-powered-by');
  app.set('etag', false);
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', trustProxy(config.TRUST_PROXY));
  const atFirst = [
    setRequestId,
    requestLog(logger),
    requestMetrics(app.get(Metrics)),
    securityHeaders(config),
    singleHostHeader,
    healthOnly(config.ROLE === 'worker'),
  ];
  const thereafter = [pageRateLimit(config), notReadyWhenEnding(connections)];
  if (config.CORS_ORIGINS.length === 0) app.use(chainHandlers(...atFirst, ...thereafter));
  else {
    // In between: a page is to read also what refuses it.
    app.use(chainHandlers(...atFirst));
    app.enableCors(crossOrigin(config.CORS_ORIGINS));
    app.use(chainHandlers(...thereafter));
  }
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new RequestValidationPipe());
  if (config.ROLE !== 'worker') {
    serveDocs(app, () => openApiDocument(app));
    addRootRoutes(app);
  }
  return connections;
}

/** `true`, a number of hops, or a list of addresses, as Express takes them. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
