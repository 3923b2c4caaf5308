import type { Command } from 'commander';
import { AccountOpening } from '../credits/account-opening';
import { OrganizationDirectory } from '../operator/organization-directory';
import { toOrganizationDetails, toOrganizationPage } from '../operator/organization.responses';
import { AccountsService } from '../organizations/accounts.service';
import { CommandFault } from './command-fault';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { addPageOptions, pageQuery, type PageOptions } from './page-options';
import { print, printRows } from './print';
import { name, wholeNumber } from './values';

export function addOrganizationCommands(program: Command): void {
  const organization = program.command('organization').description('Organizations: what requests run for and who pays');
  organization
    .command('create')
    .description('Make a further organization of an account; it starts without credits')
    .requiredOption('--account <account>', "the account's id or e-mail address")
    .requiredOption('--name <name>', 'its name', name)
    .option('--json', 'print one JSON object')
    .action(async (options: { account: string; name: string; json?: boolean }) => {
      const id = await withServices(async (services) => {
        const account = await services.get(AccountsService).find(options.account);
        return services.get(AccountOpening).openOrganization(account.id, options.name);
      });
      logOperatorEvent('organization_creation', { organizationId: id });
      print({ organization_id: id, balance: 0 }, options);
    });
  organization
    .command('default')
    .description('Choose which organization serves requests that name none')
    .requiredOption('--account <account>', "the account's id or e-mail address")
    .option('--organization <id>', 'its id', wholeNumber(1))
    .option('--none', 'no organization: such requests are refused')
    .option('--json', 'print one JSON object')
    .action(async (options: { account: string; organization?: number; none?: boolean; json?: boolean }) => {
      if ((options.organization === undefined) === (options.none !== true)) {
        throw new CommandFault('Give either --organization ID or --none.');
      }
      const organizationId = options.organization ?? null;
      await withServices(async (services) => {
        const accounts = services.get(AccountsService);
        await accounts.setDefaultOrganization((await accounts.find(options.account)).id, organizationId);
      });
      print({ default_organization_id: organizationId }, options);
    });
  addPageOptions(organization.command('list').description('List organizations, the newest first'), 'name or id').action(
    async (options: PageOptions) => {
      const page = await withServices((services) => services.get(OrganizationDirectory).list(pageQuery(options)));
      const { organizations, next_before } = toOrganizationPage(page);
      printRows('organizations', organizations, next_before, options);
    },
  );
  organization
    .command('show')
    .description('Show an organization, its credits and members')
    .argument('<id>', 'its id', wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async (id: number, options: { json?: boolean }) => {
      print(
        toOrganizationDetails(await withServices((services) => services.get(OrganizationDirectory).show(id))),
        options,
      );
    });
}
