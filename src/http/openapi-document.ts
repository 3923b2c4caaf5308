import type { INestApplication } from '@nestjs/common';
import { completeDocument } from '../common/openapi/complete-document';
import { liftExamples } from '../common/openapi/lift-examples';
import { toOpenApi31 } from '../common/openapi/to-openapi31';
import { describeWebhooks } from './webhooks-section';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

const DESCRIPTION = `Checks whether e-mail addresses are deliverable, one at a time or as a CSV file of many.

**Authorize** with a token: make one on the [Tokens page of the dashboard](/dashboard/#/tokens), and paste it alone, without the word \`Bearer\`.
Each token may make 60 requests a minute, unless the operator set another number; beyond it the answer is 429, with \`Retry-After\` in seconds.

**Price:** 1 credit for an address, 0 for one that your organization has asked about before and that is still in the cache: conclusive answers stay there for a day, \`unknown\` for 15 minutes. In a batch, repeats, malformed rows and \`unknown\` are free too.

**Test tokens** ask nobody and cost nothing: \`valid@sandbox.test\`, \`mailbox_not_found@sandbox.test\` and the others that \`POST /v1/validate/single\` lists get the answer of their name, at once, and each answer has the header \`X-Test-Mode: true\`. Lists, downloads and webhooks work the same way; test and live tokens do not see each other's lists.

\`valid\` and \`catch_all\` are treated as safe to send: the mail server takes both. At a \`catch_all\` domain nobody outside can tell whether the mailbox exists, so some of these bounce; send to \`valid\` alone where that matters. \`unknown\` means that the address could not be confirmed, not that it is invalid.`;

/** The OpenAPI document of the interface, in 3.1. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Email Validation Service')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'Paste the token alone: the word `Bearer` is put before it by itself.',
    })
    .addCookieAuth(
      'session',
      {
        type: 'apiKey',
        in: 'cookie',
        name: 'session',
        description: 'The cookie that signing in sets. Changes also need the header `X-CSRF: 1`.',
      },
      'session',
    )
    .addTag('Validation', 'One address at a time.')
    .addTag('Batches', 'A CSV file of addresses, worked in the background.')
    .addTag('Feedback', 'What became of your mails: bounces, complaints, deliveries.')
    .addTag('Credits', 'What is left to spend.')
    .addTag('Session', 'For people: accounts, passwords, signing in and out.')
    .addTag('Organizations', 'For people: organizations, members, invitations.')
    .addTag('Tokens', 'For people: what programs carry.')
    .addTag('Audit log', 'For people: who did what.')
    .addTag('Credits management', 'For people: balance, ledger, use a day.')
    .addTag('Batches management', 'For people: checking addresses and lists.')
    .addTag('Feedback management', 'For people: who tells what became of mails.')
    .addTag('Webhooks', 'For people: where an organization is told what happens, and what was sent there.')
    .addTag('Operator', 'For accounts that the command line made operators: everybody else gets 404.')
    .build();
  return describeWebhooks(toOpenApi31(liftExamples(completeDocument(SwaggerModule.createDocument(app, config)))));
}
