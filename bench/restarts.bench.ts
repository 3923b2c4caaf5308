import { freePort } from '../test/support/free-port';
import { makeSetUp } from '../test/support/set-ups';
import { RestartLoad } from '../test/processes/rolling-restarts';
import { ServiceProcess } from '../test/processes/service-process';
import { openAccount } from './support/bench-service';
import { printFigures, progress, whole } from './support/report';

const RESTARTS = 100;
const LANES = 16;

/** Two processes that are restarted in turn, and keep-alive callers who go to the other one where they are refused. */
export async function restartsBench(isQuick: boolean): Promise<void> {
  const restarts = isQuick ? 10 : RESTARTS;
  const setUp = await makeSetUp('distributed');
  const env = { ...setUp.env, ROLE: 'api', RATE_LIMIT_PER_MINUTE: '1000000000', LOG_LEVEL: 'error' };
  try {
    if ((await ServiceProcess.spawn('migrate.js', env).exit()) !== 0) throw new Error('There is no schema.');
    const { token } = await openAccount(env);
    const ports = [await freePort(), await freePort()];
    const start = (port: number): Promise<ServiceProcess> => ServiceProcess.start({ ...env, PORT: String(port) });
    const processes = await Promise.all(ports.map(start));
    const load = new RestartLoad(ports, '/v1/credits/balance', { Authorization: `Bearer ${token}` }, LANES);
    for (let restart = 0; restart < restarts; restart += 1) {
      const which = restart % 2;
      await processes[which]?.stop();
      processes[which] = await start(ports[which] ?? 0);
      if (restart % 10 === 9) progress(`restarts: ${restart + 1}, ${load.seen.lost.length} requests lost`);
    }
    const { answered, lost } = await load.stop();
    await Promise.all(processes.map((one) => one.stop()));
    printFigures(`${restarts} restarts of two processes under ${LANES} keep-alive callers`, [
      { what: 'requests answered', measured: whole(answered) },
      { what: 'requests lost', measured: whole(lost.length), goal: '0', isMet: lost.length === 0 },
    ]);
    if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}`);
  } finally {
    await setUp.remove();
  }
}
