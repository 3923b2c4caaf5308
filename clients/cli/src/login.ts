import { text } from 'node:stream/consumers';
import { AuthenticationError, PermissionDeniedError } from 'email-validation-client';
import type { Command } from 'commander';
import { askUnseen } from './ask-unseen.js';
import { Fault } from './exit-codes.js';
import { newSettings, serviceOf, settingsFile, writeSettings, type GlobalOptions } from './settings.js';

export function addLogin(program: Command): void {
  program
    .command('login')
    .summary('store a token')
    .description(
      'Stores a token of the dashboard, and where the service is, in a file that only you can read. Asks for the token, ' +
        'or reads it from standard input where that is no terminal.',
    )
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const token = (process.stdin.isTTY ? await askUnseen('Token: ') : await text(process.stdin)).trim();
      if (token === '' || /\s/.test(token))
        throw new Fault('usage', 'That is no token: it is one word that begins with ey.');
      const settings = newSettings(options, token);
      await requireWorking(settings);
      writeSettings(settings);
      process.stdout.write(`The token for ${settings.url} is stored in ${settingsFile()}.\n`);
    });
}

/** A token that may not read credits works all the same. */
async function requireWorking(settings: { url: string; token: string }): Promise<void> {
  try {
    await serviceOf(settings).credits();
  } catch (error) {
    if (error instanceof AuthenticationError) {
      throw new Fault('permission', `${settings.url} refuses this token: ${error.message} Nothing was stored.`);
    }
    if (!(error instanceof PermissionDeniedError)) throw error;
  }
}
