import type { Server, ServerResponse } from 'node:http';
import type { AppConfig } from '../config/app-config';
import { Connections } from './connections';
import { continueWhenRead } from './expect-continue';
import { LingeringClose } from './lingering-close';

/** One whole request, a large list over a slow line included; Node's five minutes would cut it off. */
const UPLOAD_WITHIN_MS = 3_600_000;
/** What a refused body may be larger than the largest file, since its caller does not know our limit. */
const LARGER_THAN_LARGEST = 2;
const LINGER_MS = 60_000;
const LINGER_SILENT_MS = 5000;
const LINGERING_BODIES = 256;

/**
 * Sets how connections are treated; what is on them is the application's.
 * @param responses what all of the application's responses inherit from
 */
export function configureServer(
  server: Server,
  responses: ServerResponse,
  { BATCH_MAX_FILE_KB, MAX_CONNECTIONS }: Pick<AppConfig, 'BATCH_MAX_FILE_KB' | 'MAX_CONNECTIONS'>,
): Connections {
  const connections = new Connections(server);
  server.requestTimeout = UPLOAD_WITHIN_MS;
  server.maxConnections = MAX_CONNECTIONS;
  const lingering = new LingeringClose({
    bytes: LARGER_THAN_LARGEST * BATCH_MAX_FILE_KB * 1024,
    ms: LINGER_MS,
    silentMs: LINGER_SILENT_MS,
    bodies: LINGERING_BODIES,
  });
  lingering.watch(responses);
  continueWhenRead(server);
  return connections;
}
