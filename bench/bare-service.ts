import 'reflect-metadata';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Body, Controller, HttpCode, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** What the service answers for a cached address, letter for letter in length. */
const ANSWER = {
  status: 'valid',
  confidence: 97,
  mx_found: true,
  smtp_valid: true,
  is_disposable: false,
  is_catch_all: false,
  is_role_account: false,
  did_you_mean: null,
  from_cache: true,
  credits_used: 0,
  result: [],
};

@Controller('v1/validate')
class BareController {
  @Post('single')
  @HttpCode(200)
  validate(@Body() { email }: { email: string }): object {
    return { email, ...ANSWER };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

/** The baseline of `single.bench.ts`: Nest and Express as they come, one controller, the same body and answer. */
async function main(): Promise<void> {
  const app = await NestFactory.create(BareModule, { logger: ['error'] });
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  process.send?.({ port });
}

process.once('SIGTERM', () => process.exit(0));
void main();
