import { InvalidArgumentError, Option, type Command } from 'commander';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OPERATOR } from '../audit/actor';
import { Pairs } from '../feedback/accuracy/pairs';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../feedback/events/feedback-provider';
import { FeedbackSources } from '../feedback/sources/feedback-sources.service';
import { MOST_SECRET_CHARACTERS } from '../feedback/sources/source-secrets';
import { OrganizationsService } from '../organizations/organizations.service';
import { CommandFault } from './command-fault';
import { withServices } from './context';
import { logOperatorEvent } from './operator-event';
import { print, printRows } from './print';
import { name, wholeNumber } from './values';

interface Json {
  json?: boolean;
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function secret(text: string): string {
  if (text.trim() === '' || text.length > MOST_SECRET_CHARACTERS)
    throw new InvalidArgumentError(`It must have 1 to ${MOST_SECRET_CHARACTERS} characters`);
  return text;
}

interface Key {
  secret?: string;
  secretStdin?: boolean;
}

function addKey(command: Command, what: string): Command {
  return command
    .addOption(new Option('--secret <secret>', what).argParser(secret).conflicts('secretStdin'))
    .option('--secret-stdin', 'the key is standard input: others on this machine see what stands in a command');
}

/** Undefined: none is given. */
async function keyOf({ secret: given, secretStdin: isPiped = false }: Key): Promise<string | undefined> {
  if (!isPiped) return given;
  // A key may have several lines.
  const key = (await readText(process.stdin)).trim();
  if (key === '' || key.length > MOST_SECRET_CHARACTERS)
    throw new CommandFault(`The key on standard input must have 1 to ${MOST_SECRET_CHARACTERS} characters.`);
  return key;
}

export function addFeedbackCommands(program: Command): void {
  const feedback = program.command('feedback').description('Feedback: what became of mails');
  const source = feedback.command('source').description('Sources: who tells an organization what became of its mails');
  const create = source
    .command('create')
    .description('Make a source; its address, which the provider is given, is shown only now')
    .requiredOption('--organization <id>', "the organization's id", wholeNumber(1))
    .addOption(
      new Option('--provider <provider>', 'who sends the mails').choices(FEEDBACK_PROVIDERS).makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'what it is called', name);
  addKey(create, "the key of the provider's signatures, where it has one")
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number; provider: FeedbackProviderName; name: string } & Key & Json) => {
      const { organization: organizationId, provider, name: called } = options;
      const key = (await keyOf(options)) ?? null;
      const made = await withServices((services) =>
        services.get(FeedbackSources).create({ organizationId, provider, name: called, secret: key }, OPERATOR),
      );
      logOperatorEvent('feedback_source_creation', { organizationId, sourceId: made.source.id });
      print({ source_id: made.source.id, url: made.url }, options);
    });
  source
    .command('list')
    .description("List an organization's sources")
    .requiredOption('--organization <id>', "the organization's id", wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async (options: { organization: number } & Json) => {
      const sources = await withServices(async (services) => {
        await services.get(OrganizationsService).get(options.organization);
        return services.get(FeedbackSources).list(options.organization);
      });
      const rows = sources.map((row) => ({
        source_id: row.id,
        provider: row.provider,
        name: row.name,
        disabled_at: instant(row.disabledAt),
        event_count: row.eventCount,
        last_event_at: instant(row.lastEventAt),
        last_error: row.lastError,
        last_error_at: instant(row.lastErrorAt),
        created_at: instant(row.createdAt),
        duplicate_count: row.duplicateCount,
        ignored_count: row.ignoredCount,
        fault_count: row.faultCount,
        topic_arn: row.topicArn,
        confirmation_url: row.confirmationUrl,
      }));
      if (options.json === true) print({ sources: rows }, options);
      else printRows('sources', rows, null, options);
    });
  addChanges(source);
  addPairs(feedback);
}

function addPairs(feedback: Command): void {
  feedback
    .command('pairs')
    .description('Print verdicts with what came of them as CSV, for `npm run calibrate`')
    .requiredOption('--organization <id>', "the organization's id", wholeNumber(1))
    .action(async ({ organization }: { organization: number }) => {
      await withServices(async (services) => {
        await services.get(OrganizationsService).get(organization);
        await pipeline(Readable.from(services.get(Pairs).csv(organization)), process.stdout, { end: false });
      });
    });
}

function addChanges(source: Command): void {
  const rotate = source
    .command('rotate')
    .description('Give a source a new address, or with --secret a new key; the one before is taken for a day longer')
    .requiredOption('--id <id>', "the source's id", wholeNumber(1));
  addKey(rotate, "the new key of the provider's signatures")
    .option('--end-previous', 'even though what the last rotation replaced is still taken: it ends now')
    .option('--json', 'print one JSON object')
    .action(async ({ id, endPrevious, ...options }: { id: number; endPrevious?: boolean } & Key & Json) => {
      const key = await keyOf(options);
      const url = await withServices(async (services) => {
        const sources = services.get(FeedbackSources);
        const organizationId = await sources.organizationOf(id);
        if (key === undefined) return (await sources.rotateToken(organizationId, id, OPERATOR, endPrevious)).url;
        await sources.rotateSecret(organizationId, id, key, OPERATOR, endPrevious);
        return null;
      });
      logOperatorEvent('feedback_source_rotation', { sourceId: id });
      print({ source_id: id, ...(url === null ? { rotated: true } : { url }) }, options);
    });
  for (const [command, isDisabled, event, done] of [
    ['disable', true, 'feedback_source_disabling', 'disabled'],
    ['enable', false, 'feedback_source_enabling', 'enabled'],
  ] as const) {
    source
      .command(command)
      .description(isDisabled ? 'Switch a source off: what it tells is refused' : 'Switch a source on again')
      .requiredOption('--id <id>', "the source's id", wholeNumber(1))
      .option('--json', 'print one JSON object')
      .action(async ({ id, ...options }: { id: number } & Json) => {
        await withServices(async (services) => {
          const sources = services.get(FeedbackSources);
          await sources.setDisabled(await sources.organizationOf(id), id, isDisabled, OPERATOR);
        });
        logOperatorEvent(event, { sourceId: id });
        print({ source_id: id, [done]: true }, options);
      });
  }
  source
    .command('remove')
    .description('Remove a source; what it told stays known')
    .requiredOption('--id <id>', "the source's id", wholeNumber(1))
    .option('--json', 'print one JSON object')
    .action(async ({ id, ...options }: { id: number } & Json) => {
      await withServices(async (services) => {
        const sources = services.get(FeedbackSources);
        await sources.remove(await sources.organizationOf(id), id, OPERATOR);
      });
      logOperatorEvent('feedback_source_removal', { sourceId: id });
      print({ source_id: id, removed: true }, options);
    });
}
