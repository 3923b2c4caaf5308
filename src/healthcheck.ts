import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { environmentSchema } from './config/app-config';
import { givenSettings, loadDotEnv } from './config/env';

/**
 * For container engines (`HEALTHCHECK`): exit code 0 when this machine's service answers `/health/live`, over HTTPS where it
 * serves that itself, else 1. Asks the address that the service listens on; loopback where it listens on all.
 */
loadDotEnv();
const settings = environmentSchema.pick({ HOST: true, PORT: true, TLS_CERT_FILE: true }).parse(givenSettings());
const host = settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST === '::' ? '::1' : settings.HOST;
const options = { host, port: settings.PORT, path: '/health/live', timeout: 3000 };
// The certificate is the service's own, for the name that its clients use.
const asked =
  settings.TLS_CERT_FILE === undefined ? requestHttp(options) : requestHttps({ ...options, rejectUnauthorized: false });
asked.on('response', ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
asked.on('timeout', () => process.exit(1));
asked.on('error', () => process.exit(1));
asked.end();
