import 'reflect-metadata';
import { sharedSql } from '../../src/database/database.module';
import type { Database, Step } from '../../src/database/database';
import { textOf } from '../../src/database/statement';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';

const halts = (): Promise<never> => {
  process.stdout.write('halted\n');
  return new Promise(() => undefined);
};

/** Stands still for ever in front of a write that is like this, or behind it. */
function halting(database: Database, place: string, like: RegExp): Database {
  const atomically = database.atomically.bind(database);
  const execute = database.execute.bind(database);
  async function halt<Result>(texts: readonly string[], write: () => Promise<Result>): Promise<Result> {
    if (!texts.some((text) => like.test(text))) return write();
    if (place === 'before') return halts();
    await write();
    return halts();
  }
  database.atomically = (steps: Step[], proof) =>
    halt(
      steps.map((step) => textOf(step, []).sql),
      () => atomically(steps, proof),
    );
  database.execute = (sql, parameters) => halt([sql], () => execute(sql, parameters));
  return database;
}

/** Run by `HaltingProcess`. */
async function main(): Promise<void> {
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const { HALT_PLACE: place = '', HALT_LIKE: like = '' } = env;
  const service = await BatchService.start(env, new ScriptedEngine(), (source) =>
    halting(sharedSql(source), place, new RegExp(like)),
  );
  process.stdout.write(`listening on ${service.port}\n`);
}

void main();
