import { setUps } from '../test/support/set-ups';
import { batchBench } from './batch.bench';
import { csvBench } from './csv.bench';
import { feedbackBench } from './feedback.bench';
import { hostileBench } from './hostile.bench';
import { peersBench } from './peers.bench';
import { pipelineBench } from './pipeline.bench';
import { refusalsBench } from './refusals.bench';
import { restartsBench } from './restarts.bench';
import { singleBench } from './single.bench';
import { leftOutNotice, type Bench } from './support/left-out';
import { progress } from './support/report';
import { sweepBench } from './sweep.bench';
import { uploadBench } from './upload.bench';
import { webhooksBench } from './webhooks.bench';

const BENCHES: Record<string, Omit<Bench, 'name'> & { run: (isQuick: boolean) => Promise<void> }> = {
  single: { run: singleBench, setUps: 'both' },
  batch: { run: batchBench, setUps: 'both' },
  upload: { run: uploadBench, setUps: 'both' },
  peers: { run: peersBench, setUps: 'embedded' },
  pipeline: { run: pipelineBench, setUps: 'embedded' },
  refusals: { run: refusalsBench, setUps: 'embedded' },
  restarts: { run: restartsBench, setUps: 'distributed' },
  hostile: { run: hostileBench, setUps: 'embedded' },
  csv: { run: csvBench, setUps: 'embedded' },
  sweep: { run: sweepBench, setUps: 'both' },
  feedback: { run: feedbackBench, setUps: 'both' },
  webhooks: { run: webhooksBench, setUps: 'both' },
};

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const isQuick = args.includes('--quick');
  const named = args.filter((arg) => !arg.startsWith('--'));
  const wanted = (named.length === 0 || named.includes('all') ? Object.keys(BENCHES) : named).map((name) => {
    const bench = BENCHES[name];
    if (bench === undefined) throw new Error(`There is no bench "${name}": ${Object.keys(BENCHES).join(', ')}, all.`);
    return { name, ...bench };
  });
  const hasServers = setUps.includes('distributed');
  const measured = wanted.filter((bench) => hasServers || bench.setUps !== 'distributed');
  const notice = hasServers ? null : leftOutNotice(wanted);
  // At the start too: a full run takes long, and its figures would be found missing only then.
  if (notice !== null && measured.length > 0) progress(notice);
  try {
    for (const bench of measured) await bench.run(isQuick);
  } finally {
    if (notice !== null) progress(notice);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
