import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppConfig } from './config/app-config';
import type { Connections } from './http/connections';

/** What running jobs and the last writes may take beside the connections. */
const JOBS_WITHIN_MS = 8000;
const LAST_WRITES_MS = 4000;

type Limits = Pick<AppConfig, 'ROLE' | 'STOP_DELAY_MS' | 'STOP_TIMEOUT_MS'>;

/**
 * Goes down without losing anything: is not ready first, then takes no new connection, answers what is in flight or comes
 * in on the open ones, finishes its chunks or releases their leases, and ends the process.
 */
export async function stopGracefully(
  app: NestExpressApplication,
  connections: Connections,
  { ROLE, STOP_DELAY_MS, STOP_TIMEOUT_MS }: Limits,
  logger: Logger,
): Promise<never> {
  const delayMs = ROLE === 'worker' ? 0 : STOP_DELAY_MS;
  setTimeout(
    () => {
      logger.error('The service did not stop in time and is ended.');
      process.exit(1);
    },
    delayMs + Math.max(STOP_TIMEOUT_MS, JOBS_WITHIN_MS) + LAST_WRITES_MS,
  ).unref();
  connections.leave();
  await sleep(delayMs);
  try {
    const [cutOff] = await Promise.all([connections.close(STOP_TIMEOUT_MS), app.close()]);
    if (cutOff > 0) logger.warn(`${cutOff} connections were cut off after STOP_TIMEOUT_MS (${STOP_TIMEOUT_MS}).`);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`The service did not stop cleanly: ${String(error)}\n`);
    process.exit(1);
  }
}
