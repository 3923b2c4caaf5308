import type { Command } from 'commander';
import { toSettingsResponse } from '../operator/service.responses';
import { ServiceSettings, SIGN_UP_MODES, type SettingsChange, type SignUpMode } from '../settings/service-settings';
import { CommandFault } from './command-fault';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { print } from './print';

const AS_ENVIRONMENT = 'environment';

export function addSettingsCommands(program: Command): void {
  const settings = program.command('settings').description('Who may sign up, and with how many credits');
  settings
    .command('show')
    .description('Show the settings in force, and those of the environment')
    .option('--json', 'print one JSON object')
    .action(async (options: { json?: boolean }) => {
      print(toSettingsResponse(await withServices((services) => services.get(ServiceSettings).inForce())), options);
    });
  settings
    .command('set')
    .description('Change settings, in place of the environment; takes effect at once')
    .option('--sign-up <mode>', `${SIGN_UP_MODES.join(', ')}, or ${AS_ENVIRONMENT}`)
    .option('--free-credits <n>', `credits of a new account, or ${AS_ENVIRONMENT}`)
    .option('--json', 'print one JSON object')
    .action(async (options: { signUp?: string; freeCredits?: string; json?: boolean }) => {
      const change: SettingsChange = {
        ...(options.signUp === undefined ? {} : { signUp: signUpMode(options.signUp) }),
        ...(options.freeCredits === undefined ? {} : { freeCredits: freeCredits(options.freeCredits) }),
      };
      if (Object.keys(change).length === 0) throw new CommandFault('Give --sign-up MODE or --free-credits N.');
      const inForce = await withServices(async (services) => {
        await services.get(ServiceSettings).change(change);
        return services.get(ServiceSettings).inForce();
      });
      logOperatorEvent('settings_change', { ...change });
      print(toSettingsResponse(inForce), options);
    });
}

function signUpMode(text: string): SignUpMode | null {
  if (text === AS_ENVIRONMENT) return null;
  const mode = SIGN_UP_MODES.find((one) => one === text);
  if (mode === undefined)
    throw new CommandFault(`The value of --sign-up must be one of ${SIGN_UP_MODES.join(', ')}, or ${AS_ENVIRONMENT}.`);
  return mode;
}

function freeCredits(text: string): number | null {
  if (text === AS_ENVIRONMENT) return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) > 1_000_000_000)
    throw new CommandFault(
      `The value of --free-credits must be a whole number from 0 to 1000000000, or ${AS_ENVIRONMENT}.`,
    );
  return Number(text);
}
