import 'reflect-metadata';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

/** Run by `ServiceProcess`. */
async function main(): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const service = await BatchService.start(env, new ScriptedEngine(Number(env['ENGINE_DELAY_MS'])));
  process.on('SIGTERM', () => {
    void service.stop().then(() => process.exit(0));
  });
  process.stdout.write(`listening on ${service.port}\n`);
}

void main();
