import type { INestApplication } from '@nestjs/common';
import { completeDocument } from '../common/openapi/complete-document';
import { liftExamples } from '../common/openapi/lift-examples';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';

const DESCRIPTION = `Checks whether e-mail addresses are deliverable, one at a time or as a CSV file of many.

**Authorize** with a token (\`npm run -s cli -- token create …\`). Each token may make 60 requests a minute, unless the operator set another number.
\`valid\` and \`catch_all\` are safe to send; \`unknown\` means that the address could not be confirmed, not that it is invalid.`;

/** The OpenAPI document of the interface. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Email Validation Service')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This server')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A token, as `Bearer …`.' })
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
    .addTag('Credits', 'What is left to spend.')
    .addTag('Session', 'For people: accounts, passwords, signing in and out.')
    .addTag('Organizations', 'For people: organizations, members, invitations.')
    .addTag('Tokens', 'For people: what programs carry.')
    .addTag('Credits management', 'For people: balance, ledger, use a day.')
    .addTag('Batches management', 'For people: checking addresses and lists.')
    .build();
  return liftExamples(completeDocument(SwaggerModule.createDocument(app, config)));
}
