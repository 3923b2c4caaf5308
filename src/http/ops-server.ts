import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AppConfig } from '../config/app-config';
import { markOpsRequest } from './operator-access';

/**
 * Serves health and figures on a port of their own, which need not be open to callers; null where `OPS_PORT` is not set.
 * It is there until the process ends.
 */
export async function openOpsServer(
  app: NestExpressApplication,
  { OPS_PORT, OPS_HOST }: Pick<AppConfig, 'OPS_PORT' | 'OPS_HOST'>,
): Promise<Server | null> {
  if (OPS_PORT === undefined) return null;
  const answer = app.getHttpAdapter().getInstance() as RequestListener;
  const server = createServer((request, response) => {
    markOpsRequest(request);
    answer(request, response);
  });
  server.listen(OPS_PORT, OPS_HOST);
  await once(server, 'listening');
  return server;
}
