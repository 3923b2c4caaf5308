import { SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { AppConfig } from '../config/app-config';
import type { Connections } from './connections';
import { configureServer } from './configure-server';
import { ErrorFilter } from './error.filter';
import { healthOnly } from './health-only';
import { notReadyWhenEnding } from './not-ready-when-ending';
import { openApiDocument } from './openapi-document';
import { setRequestId } from './request-id';
import { Metrics } from '../common/metrics';
import { requestLog } from './request-log';
import { requestMetrics } from './request-metrics';
import { securityHeaders } from './security-headers';

/**
 * Everything that is set on an application before it listens: shared by `main.ts` and the tests.
 * @returns its connections, and how to end them
 */
export function configureApp(app: NestExpressApplication, config: AppConfig, logger: Logger): Connections {
  const connections = configureServer(app.getHttpServer(), config);
  app.disable('x-powered-by');
  app.set('etag', false);
  if (config.TRUST_PROXY !== undefined) app.set('trust proxy', trustProxy(config.TRUST_PROXY));
  app.use(
    setRequestId,
    requestLog(logger),
    requestMetrics(app.get(Metrics)),
    securityHeaders(config),
    notReadyWhenEnding(connections),
  );
  app.useGlobalFilters(new ErrorFilter());
  if (config.ROLE === 'worker') {
    app.use(healthOnly);
    return connections;
  }
  const document = openApiDocument(app);
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: '/openapi.json',
    yamlDocumentUrl: '/openapi.yaml',
    customSiteTitle: 'Email Validation Service',
    swaggerOptions: { persistAuthorization: true, tryItOutEnabled: true },
  });
  return connections;
}

/** `true`, a number of hops, or a list of addresses, as Express takes them. */
function trustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}
