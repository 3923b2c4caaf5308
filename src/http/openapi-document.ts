import type { INestApplication } from '@nestjs/common';
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
    .addTag('Validation', 'One address at a time.')
    .addTag('Batches', 'A CSV file of addresses, worked in the background.')
    .addTag('Credits', 'What is left to spend.')
    .build();
  return SwaggerModule.createDocument(app, config);
}
