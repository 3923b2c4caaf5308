import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Controller, HttpCode, Inject, Module, Param, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import Sqlite from 'better-sqlite3';
import { raw, type Request } from 'express';
import { createPool } from 'mysql2/promise';

type Store = (source: string, body: Buffer) => Promise<unknown>;
const STORE = Symbol('Store');
const COLUMNS = '(source VARCHAR(20), body LONGBLOB, received_at BIGINT)';
const INSERT = 'INSERT INTO bodies (source, body, received_at) VALUES (?, ?, ?)';

@Controller('v1/feedback/in')
class BareIntake {
  constructor(@Inject(STORE) private readonly store: Store) {}

  @Post(':source/:token')
  @HttpCode(200)
  async take(@Param('source') source: string, @Req() request: Request): Promise<void> {
    await this.store(source, request.body as Buffer);
  }
}

/** One row a request, in the database of the set-up and with its settings. */
async function openStore(): Promise<Store> {
  const { DATABASE_URL: url, DATA_DIR: folder = '.' } = process.env;
  if (url !== undefined) {
    const pool = createPool({ uri: url, connectionLimit: 10 });
    await pool.query(`CREATE TABLE bodies (id INT AUTO_INCREMENT PRIMARY KEY, ${COLUMNS.slice(1)}`);
    return (source, body) => pool.execute(INSERT, [source, body, Date.now()]);
  }
  const database = new Sqlite(join(folder, 'bare.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(`CREATE TABLE bodies (id INTEGER PRIMARY KEY, ${COLUMNS.slice(1)}`);
  const insert = database.prepare(INSERT);
  return (source, body) => Promise.resolve(insert.run(source, body, Date.now()));
}

@Module({ controllers: [BareIntake], providers: [{ provide: STORE, useFactory: openStore }] })
class BareModule {}

/** The baseline of `feedback.bench.ts`: Nest and Express as they come, and the body as it comes. */
async function main(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(BareModule, { logger: ['error'], bodyParser: false });
  app.use(raw({ type: () => true, limit: '10mb' }));
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  process.send?.({ port });
}

process.once('SIGTERM', () => process.exit(0));
void main();
