import { randomUUID } from 'node:crypto';
import type { EmailValidation } from 'email-validation-client';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { version } from '../package.json';
import { afterCredits, afterRows, afterSending, afterStatus, afterVerdict, sendAgain } from './next-steps.js';
import {
  batchId,
  batchSchema,
  creditsSchema,
  rowsSchema,
  rowStatus,
  sentListSchema,
  verdictSchema,
} from './schemas.js';
import { toolError } from './tool-error.js';

/** More at once would be in no agent's interest: a list of this length fills its context many times. */
const MOST_ADDRESSES = 10_000;
const ROWS_OF_A_PAGE = 50;
const READS = { readOnlyHint: true, openWorldHint: false };
/** Spends credits, changes nothing else. */
const SPENDS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

/** The tools of the service, for one connection. */
export function createServer(service: EmailValidation): McpServer {
  const server = new McpServer(
    { name: 'email-validation', version },
    { instructions: 'Checks whether e-mail addresses take mail, without sending any. Each check may cost a credit.' },
  );

  server.registerTool(
    'validate_email',
    {
      title: 'Check an e-mail address',
      description:
        'Says whether an address would take mail. Takes up to 20 seconds and costs a credit, or none where the answer is known.',
      inputSchema: { email: z.string().max(255).describe('The address.') },
      outputSchema: verdictSchema,
      annotations: SPENDS,
    },
    ({ email }, { signal }) =>
      answer(verdictSchema, async () => {
        const verdict = await service.validate(email, { signal });
        const { sub_status = null } = Array.isArray(verdict.result) ? {} : verdict.result;
        return { ...verdict, sub_status, next_step: afterVerdict(verdict, service.isTest === true) };
      }),
  );

  server.registerTool(
    'validate_list',
    {
      title: 'Check a list of e-mail addresses',
      description:
        'Sends addresses to be checked in the background. Costs up to a credit each; unknown ones and repeats are free.',
      inputSchema: {
        emails: z.array(z.string().max(1000)).min(1).max(MOST_ADDRESSES).describe('The addresses.'),
        name: z.string().min(1).max(255).optional().describe('What the list is called.'),
        request_key: z
          .string()
          .regex(/^[\w-]{1,100}$/)
          .optional()
          .describe('Left out, unless an error of this tool named one.'),
      },
      outputSchema: sentListSchema,
      annotations: { ...SPENDS, idempotentHint: false },
    },
    ({ emails, name, request_key: idempotencyKey = randomUUID() }, { signal }) =>
      answer(
        sentListSchema,
        async () => {
          const options = { name: name ?? 'List of an agent', idempotencyKey, signal };
          const { id } = await service.validateBatch(emails, options);
          return { batch_id: id, total_count: emails.length, next_step: afterSending(id) };
        },
        sendAgain(idempotencyKey),
      ),
  );

  server.registerTool(
    'batch_status',
    {
      title: 'How far a list is',
      description: 'Says how many addresses of a list are answered, and how.',
      inputSchema: { batch_id: batchId },
      outputSchema: batchSchema,
      annotations: READS,
    },
    ({ batch_id }, { signal }) =>
      answer(batchSchema, async () => {
        const batch = await service.batch(batch_id).status({ signal });
        return { ...batch, batch_id, next_step: afterStatus(batch, service.isTest === true) };
      }),
  );

  server.registerTool(
    'batch_results',
    {
      title: 'Results of a list',
      description: 'A page of the addresses of a list with their verdicts, in their order.',
      inputSchema: {
        batch_id: batchId,
        status: z.array(rowStatus).min(1).optional().describe('Those of these statuses alone.'),
        after: z.string().max(100).optional().describe('`next_after` of the page before.'),
        limit: z.int().min(1).max(100).default(ROWS_OF_A_PAGE),
      },
      outputSchema: rowsSchema,
      annotations: READS,
    },
    ({ batch_id, status, after, limit }, { signal }) =>
      answer(rowsSchema, async () => {
        const query = { status, limit, ...(after === undefined ? {} : { after }) };
        const page = await service.batch(batch_id).rows(query, { signal });
        return { ...page, next_step: afterRows(batch_id, page.next_after) };
      }),
  );

  server.registerTool(
    'credits_balance',
    {
      title: 'Credits',
      description: 'Says how many checks can be paid.',
      inputSchema: {},
      outputSchema: creditsSchema,
      annotations: READS,
    },
    (_, { signal }) =>
      answer(creditsSchema, async () => {
        const credits = await service.credits({ signal });
        return { ...credits, next_step: afterCredits(credits) };
      }),
  );

  return server;
}

/**
 * As a structure, without what the schema does not name; and as text for agents that read no other: the sentence first.
 * @param again what to do where no answer came
 */
async function answer<Answer extends { next_step: string }>(
  schema: z.ZodType<Answer>,
  ask: () => Promise<Answer>,
  again?: string,
): Promise<CallToolResult> {
  try {
    const structuredContent = schema.parse(await ask());
    const { next_step: sentence, ...rest } = structuredContent;
    const texts = [sentence, JSON.stringify(rest)];
    return { structuredContent: { ...structuredContent }, content: texts.map((text) => ({ type: 'text', text })) };
  } catch (error) {
    return toolError(error, again);
  }
}
