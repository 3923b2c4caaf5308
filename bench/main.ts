import { batchBench } from './batch.bench';
import { csvBench } from './csv.bench';
import { feedbackBench } from './feedback.bench';
import { hostileBench } from './hostile.bench';
import { peersBench } from './peers.bench';
import { pipelineBench } from './pipeline.bench';
import { refusalsBench } from './refusals.bench';
import { restartsBench } from './restarts.bench';
import { singleBench } from './single.bench';
import { sweepBench } from './sweep.bench';
import { uploadBench } from './upload.bench';
import { webhooksBench } from './webhooks.bench';

const BENCHES: Record<string, (isQuick: boolean) => Promise<void>> = {
  single: singleBench,
  batch: batchBench,
  upload: uploadBench,
  peers: peersBench,
  pipeline: pipelineBench,
  refusals: refusalsBench,
  restarts: restartsBench,
  hostile: hostileBench,
  csv: csvBench,
  sweep: sweepBench,
  feedback: feedbackBench,
  webhooks: webhooksBench,
};

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const isQuick = args.includes('--quick');
  const named = args.filter((arg) => !arg.startsWith('--'));
  const wanted = named.length === 0 || named.includes('all') ? Object.keys(BENCHES) : named;
  for (const name of wanted) {
    const bench = BENCHES[name];
    if (bench === undefined) throw new Error(`There is no bench "${name}": ${Object.keys(BENCHES).join(', ')}, all.`);
    await bench(isQuick);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
