import { Option, type Command } from 'commander';
import { OPERATOR } from '../audit/actor';
import { OrganizationsService } from '../organizations/organizations.service';
import { WebhookDeliveries } from '../webhooks/webhook-deliveries.service';
import { WebhookEndpoints } from '../webhooks/webhook-endpoints.service';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../webhooks/webhook-event-types';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { print, printRows } from './print';
import { wholeNumber } from './values';

interface Json {
  json?: boolean;
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('Webhooks: where organizations are told what happens');
  webhook
    .command('create')
    .description('Make a webhook; the secret of its signatures is shown only now')
    .requiredOption('--organization <id>', "the organization's id", wholeNumber(1))
    .requiredOption('--url <url>', 'where events are posted to')
    .addOption(new Option('--event <event...>', 'an event; left out: all').choices(WEBHOOK_EVENT_TYPES))
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number; url: string; event?: WebhookEventType[] } & Json) => {
      const { organization: organizationId, url, event: eventTypes = null } = options;
      const { endpoint, secret } = await withServices((services) =>
        services.get(WebhookEndpoints).create({ organizationId, url, eventTypes }, OPERATOR),
      );
      logOperatorEvent('webhook_creation', { organizationId, webhookId: endpoint.id });
      print({ webhook_id: endpoint.id, secret }, options);
    });
  webhook
    .command('list')
    .description("List an organization's webhooks")
    .requiredOption('--organization <id>', "the organization's id", wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number } & Json) => {
      const rows = await withServices(async (services) => {
        await services.get(OrganizationsService).get(options.organization);
        const endpoints = services.get(WebhookEndpoints);
        return (await endpoints.list(options.organization)).map((row) => ({
          webhook_id: row.id,
          url: row.url,
          events: row.eventTypes?.join(' ') ?? 'all',
          state: endpoints.stateOf(row),
          disabled_at: instant(row.disabledAt),
          disabled_reason: row.disabledReason,
          failing_since: instant(row.failingSince),
          last_success_at: instant(row.lastSuccessAt),
          created_at: instant(row.createdAt),
        }));
      });
      if (options.json === true) print({ webhooks: rows }, options);
      else printRows('webhooks', rows, null, options);
    });
  addChanges(webhook);
}

function addChanges(webhook: Command): void {
  for (const [command, isDisabled, event, done] of [
    ['disable', true, 'webhook_disabling', 'disabled'],
    ['enable', false, 'webhook_enabling', 'enabled'],
  ] as const) {
    webhook
      .command(command)
      .description(isDisabled ? 'Switch a webhook off: nothing is sent to it' : 'Switch a webhook on again')
      .requiredOption('--id <id>', "the webhook's id", wholeNumber(1))
      .option('--json', 'print one JSON object')
      .action(async ({ id, ...options }: { id: number } & Json) => {
        await withServices(async (services) => {
          const endpoints = services.get(WebhookEndpoints);
          await endpoints.setDisabled(await endpoints.organizationOf(id), id, isDisabled, OPERATOR);
        });
        logOperatorEvent(event, { webhookId: id });
        print({ webhook_id: id, [done]: true }, options);
      });
  }
  webhook
    .command('remove')
    .description('Remove a webhook, with what waits for it')
    .requiredOption('--id <id>', "the webhook's id", wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async ({ id, ...options }: { id: number } & Json) => {
      await withServices(async (services) => {
        const endpoints = services.get(WebhookEndpoints);
        await endpoints.remove(await endpoints.organizationOf(id), id, OPERATOR);
      });
      logOperatorEvent('webhook_removal', { webhookId: id });
      print({ webhook_id: id, removed: true }, options);
    });
  webhook
    .command('rotate')
    .description('Give a webhook a new secret; the one before signs too for a day longer')
    .requiredOption('--id <id>', "the webhook's id", wholeNumber(1))
    .option('--end-previous', 'even though what the last rotation replaced still signs: it ends now')
    .option('--json', 'print one JSON object')
    .action(async ({ id, endPrevious, ...options }: { id: number; endPrevious?: boolean } & Json) => {
      const { secret } = await withServices(async (services) => {
        const endpoints = services.get(WebhookEndpoints);
        return endpoints.rotate(await endpoints.organizationOf(id), id, OPERATOR, endPrevious);
      });
      logOperatorEvent('webhook_rotation', { webhookId: id });
      print({ webhook_id: id, secret }, options);
    });
  webhook
    .command('test')
    .description('Send a webhook an event without meaning; the running service delivers it')
    .requiredOption('--id <id>', "the webhook's id", wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async ({ id, ...options }: { id: number } & Json) => {
      const eventId = await withServices(async (services) =>
        services.get(WebhookDeliveries).test(await services.get(WebhookEndpoints).organizationOf(id), id),
      );
      print({ webhook_id: id, event_id: eventId }, options);
    });
}
