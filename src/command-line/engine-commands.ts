import type { Command } from 'commander';
import { readConfig } from '../config/env';
import { engineFromConfig } from '../validation/engine-from-config';
import { toSingleResponse } from '../validation/to-single-response';
import { examine } from './doctor';
import { print } from './print';

export function addEngineCommands(program: Command): void {
  program
    .command('check')
    .description('Check addresses with the engine alone: no account, no credit, no cache')
    .argument('<address...>', 'what to check')
    .option('--json', 'print one JSON object')
    .action(async (addresses: string[], options: { json?: boolean }) => {
      const engine = engineFromConfig(readConfig(), null);
      const results = await Promise.all(
        addresses.map(async (address) => {
          const verification = await engine.verify(address, { mode: 'single' });
          const {
            from_cache: _,
            credits_used: __,
            ...result
          } = toSingleResponse(
            verification.email,
            verification,
            { fromCache: false, creditsUsed: 0, known: null },
            true,
          );
          return result;
        }),
      );
      await engine.close();
      if (options.json === true) print({ results }, options);
      else for (const result of results) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
    });
  program
    .command('doctor')
    .description('Say what works in this set-up and what to do about the rest')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      const checks = await examine(readConfig());
      const ok = checks.every((finding) => finding.ok);
      if (options.json === true) {
        print({ ok, checks }, options);
        return;
      }
      for (const { check, ok: works, message } of checks) {
        process.stdout.write(`${works ? 'ok     ' : 'PROBLEM'} ${check}: ${message}\n`);
      }
      process.stdout.write(ok ? 'All is well.\n' : 'Some things need your attention: see PROBLEM above.\n');
    });
}
