import type { Status, Verdict } from 'email-validation-client';
import type { Command } from 'commander';
import { VERDICT_CODES } from './exit-codes.js';
import { coloured, printable, printJson } from './print.js';
import { connect, type GlobalOptions } from './settings.js';
import { ASKS_NOBODY } from './test-token.js';

const COLOURS: Record<Status, 'green' | 'yellow' | 'red'> = {
  valid: 'green',
  catch_all: 'green',
  risky: 'yellow',
  unknown: 'yellow',
  invalid: 'red',
};

export function addCheck(program: Command): void {
  program
    .command('check')
    .summary('check one address')
    .description('Checks one address. Exit code: 0 valid or catch-all, 1 invalid, 2 risky, 3 unknown.')
    .argument('<address>')
    .action(async (address: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const service = connect(options);
      const verdict = await service.validate(address);
      if (options.json === true) printJson(verdict);
      else process.stdout.write(`${sentence(verdict, service.isTest === true)}\n`);
      process.exitCode = VERDICT_CODES[verdict.status];
    });
}

function sentence(verdict: Verdict, isTest: boolean): string {
  const { email, status, confidence, did_you_mean: meant, credits_used: credits } = verdict;
  const colour = COLOURS[status];
  const word = coloured(colour, status === 'catch_all' ? 'a catch-all' : status);
  const reason = reasonOf(verdict);
  const why = reason === null ? '' : ` (${reason})`;
  const endings: Record<Status, string> = {
    valid: `mail to it would arrive, with ${confidence} %`,
    catch_all: `its host takes mail for any address, so it may still bounce; it would arrive with ${confidence} %`,
    risky: 'it would take mail, and had better not be sent any',
    invalid: 'send it nothing',
    unknown: isTest ? ASKS_NOBODY : 'it could not be confirmed, which says nothing against it; check it again later',
  };
  const suggestion = meant === null ? '' : ` Was ${coloured('bold', printable(meant))} meant?`;
  const cost = credits === 0 ? ' No credit used.' : '';
  return `${printable(email)} is ${word}${why}: ${endings[status]}.${suggestion}${cost}`;
}

function reasonOf({ result }: Verdict): string | null {
  const { sub_status: reason } = Object(result) as { sub_status?: unknown };
  return typeof reason === 'string' ? reason : null;
}
