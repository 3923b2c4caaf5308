import 'reflect-metadata';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { environmentSchema } from './config/app-config';
import { openApiDocument } from './http/openapi-document';

const FILE = 'openapi.json';

/** Writes the OpenAPI document of the code, or compares it with the committed one. Needs no database: nothing is started. */
async function main(): Promise<void> {
  const document = await generate();
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, document);
    process.stdout.write(`${FILE} is written.\n`);
  } else if (readFileSync(FILE, 'utf8') !== document) {
    throw new Error(
      `${FILE} is not what the code says. Run \`npm run openapi\`, look at the difference, and commit it.`,
    );
  } else {
    process.stdout.write(`${FILE} is what the code says.\n`);
  }
}

async function generate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const settings = environmentSchema.parse({ DATA_DIR: dataDir });
    const config = { ...settings, JWT_SECRET: 'not used'.repeat(4), database: 'sqlite', queue: 'embedded' } as const;
    const app = await NestFactory.create<NestExpressApplication>(AppModule.register(config), {
      preview: true,
      logger: false,
    });
    return `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
