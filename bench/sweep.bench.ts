import { setTimeout as sleep } from 'node:timers/promises';
import { setUps } from '../test/support/set-ups';
import { BenchService } from './support/bench-service';
import { countVerdicts, expireVerdicts } from './support/expired-verdicts';
import { longestDeletes } from './support/longest-delete';
import { LatencyProbe } from './support/latency-probe';
import { printFigures, progress, whole, type Figure } from './support/report';

/** Asked for without a network: the domain is known not to exist (RFC 6761 6.4). */
const TOP_LEVEL = 'invalid';
const WARM_UP_MS = 5000;
/** A sweep begins within half a minute, and goes on for most of it. */
const DURING_MS = 70_000;
const GOAL = 2;
/** Below this a ratio says nothing: the timer of the probe and the machine's own noise. */
const NOISE_MS = 20;
/** Whatever the sweep left. */
const AGAIN = 50_000;
/** With SQLite a statement holds the event loop, with MySQL the locks of its rows. */
const HOLD_MS = { embedded: 20, distributed: 50 };

/** Singles while 1,000,000 verdicts that have run out are being deleted, against those of the same run before. */
export async function sweepBench(isQuick: boolean): Promise<void> {
  const due = isQuick ? 100_000 : 1_000_000;
  const figures: Figure[] = [];
  for (const name of setUps) {
    const service = await BenchService.start(name);
    try {
      await service.remember(['jane.doe.7@example7.org']);
      await LatencyProbe.during(service, () => sleep(WARM_UP_MS), TOP_LEVEL);
      const idle = await LatencyProbe.during(service, () => sleep(isQuick ? 10_000 : 30_000), TOP_LEVEL);
      progress(`sweep, ${name}: writing ${whole(due)} verdicts that have run out …`);
      await expireVerdicts(service.settings, due);
      const before = await countVerdicts(service.settings);
      const from = performance.now();
      const during = await LatencyProbe.during(service, () => sleep(DURING_MS), TOP_LEVEL);
      const seconds = (performance.now() - from) / 1000;
      const deleted = before - (await countVerdicts(service.settings));
      progress(`sweep, ${name}: ${whole(deleted)} of ${whole(before)} deleted in ${whole(seconds)} s`);
      figures.push({ what: `verdicts deleted, ${name}`, measured: `${whole(deleted / seconds)}/s` });
      for (const kind of ['cached', 'uncached'] as const) {
        const [busy, quiet] = [during.p99(kind), idle.p99(kind)];
        figures.push({
          what: `  ${kind} single meanwhile, p99`,
          measured: `${busy.toFixed(1)} ms`,
          baseline: `${quiet.toFixed(1)} ms`,
          ratio: (busy / quiet).toFixed(2),
          goal: `≤ ${GOAL} × idle`,
          isMet: busy <= Math.max(GOAL * quiet, NOISE_MS),
        });
      }
      await service.process.stop();
      await expireVerdicts(service.settings, AGAIN);
      for (const { of, longest, p99, count } of await longestDeletes(service.settings)) {
        figures.push({
          what: `  the longest of ${whole(count)} deletions of ${of}`,
          measured: `${longest.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
          goal: `< ${HOLD_MS[name]} ms`,
          isMet: longest < HOLD_MS[name],
        });
      }
    } finally {
      await service.stop();
    }
  }
  printFigures(`Single validation while ${whole(due)} expired verdicts are being deleted`, figures);
}
