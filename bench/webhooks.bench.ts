import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '../src/audit/actor';
import { AuditModule } from '../src/audit/audit.module';
import { CommonModule } from '../src/common/common.module';
import type { AppConfig } from '../src/config/app-config';
import { readConfig } from '../src/config/env';
import { AccountOpening } from '../src/credits/account-opening';
import { CreditsModule } from '../src/credits/credits.module';
import { Database } from '../src/database/database';
import { DatabaseModule } from '../src/database/database.module';
import { RateLimitModule } from '../src/rate-limit/rate-limit.module';
import { WebhookEndpoints } from '../src/webhooks/webhook-endpoints.service';
import { WebhookOutbox } from '../src/webhooks/webhook-outbox';
import { WebhooksModule } from '../src/webhooks/webhooks.module';
import { setUps } from '../test/support/set-ups';
import { BenchService } from './support/bench-service';
import { printFigures, progress, whole, type Figure } from './support/report';

/** An organization may have no more of them. */
const ENDPOINTS_OF_AN_ORGANIZATION = 50;
const ORGANIZATIONS = 2;
/** Of each organization: they take the connection, and never answer. */
const DEAD = 5;
/** 500 webhooks a second, in both organizations together: two lists end five times a second. */
const EVERY_MS = 200;
const GOAL_MS = 5000;
const PATIENCE_MS = 300_000;

@Module({})
class WritersModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: WritersModule,
      imports: [
        CommonModule.register(config),
        DatabaseModule.register(config),
        RateLimitModule.register(config),
        AuditModule,
        CreditsModule,
        WebhooksModule.forCommands(),
      ],
    };
  }
}

/** A receiver that notes how long after its event each webhook came, in milliseconds. */
class TimedReceiver {
  readonly delays: number[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(answers: boolean): Promise<TimedReceiver> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { timestamp } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { timestamp: string };
        receiver.delays.push(Date.now() - Date.parse(timestamp));
        if (answers) response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new TimedReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return receiver;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** 10,000 webhooks in 20 s to 100 endpoints, of which 10 never answer: how long the others wait, from the event to the request. */
export async function webhooksBench(isQuick: boolean): Promise<void> {
  const events = isQuick ? 10 : 100;
  const figures: Figure[] = [];
  for (const name of setUps) {
    const service = await BenchService.start(name, { WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
    const [live, silent] = [await TimedReceiver.start(true), await TimedReceiver.start(false)];
    const writers = await NestFactory.createApplicationContext(
      WritersModule.register(readConfig({ ...service.settings, ROLE: name === 'embedded' ? 'all' : 'api' })),
      { logger: false },
    );
    try {
      const organizations = await register(writers, live.url, silent.url);
      const wanted = events * ORGANIZATIONS * (ENDPOINTS_OF_AN_ORGANIZATION - DEAD);
      progress(`webhooks, ${name}: ${whole(wanted)} to the endpoints that answer …`);
      const cpuBefore = service.process.cpuSeconds();
      const from = performance.now();
      await tell(writers, organizations, events);
      const written = performance.now() - from;
      while (live.delays.length < wanted && performance.now() - from < PATIENCE_MS) await sleep(20);
      const took = performance.now() - from;
      const cpuMicros = ((service.process.cpuSeconds() - cpuBefore) / wanted) * 1e6;
      const sorted = [...live.delays].sort((one, other) => one - other);
      const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Infinity;
      figures.push(
        {
          what: `arrived, ${name}`,
          measured: whole(sorted.length),
          goal: whole(wanted),
          isMet: sorted.length >= wanted,
        },
        { what: '  from event to request, p50', measured: `${whole(at(0.5))} ms` },
        { what: '  p95', measured: `${whole(at(0.95))} ms`, goal: `< ${whole(GOAL_MS)} ms`, isMet: at(0.95) < GOAL_MS },
        { what: '  the last', measured: `${whole(at(1))} ms` },
        { what: '  processor time a webhook', measured: `${whole(cpuMicros)} µs` },
        { what: '  all after', measured: `${whole(took)} ms`, baseline: `written in ${whole(written)} ms` },
      );
    } finally {
      await writers.close();
      live.stop();
      silent.stop();
      await service.stop();
    }
  }
  printFigures('500 webhooks a second to 100 endpoints, of which 10 never answer', figures);
}

async function register(writers: INestApplicationContext, live: string, silent: string): Promise<number[]> {
  const organizations: number[] = [];
  for (let number = 0; number < ORGANIZATIONS; number += 1) {
    const { organizationId } = await writers.get(AccountOpening).openAccount(`hooks-${number}@accounts.test`, null);
    for (let endpoint = 0; endpoint < ENDPOINTS_OF_AN_ORGANIZATION; endpoint += 1) {
      const url = endpoint < DEAD ? silent : live;
      await writers.get(WebhookEndpoints).create({ organizationId, url, eventTypes: null }, OPERATOR);
    }
    organizations.push(organizationId);
  }
  return organizations;
}

/** An event of each organization every `EVERY_MS`. */
async function tell(writers: INestApplicationContext, organizations: readonly number[], events: number): Promise<void> {
  const from = performance.now();
  for (let number = 0; number < events; number += 1) {
    await sleep(Math.max(from + number * EVERY_MS - performance.now(), 0));
    for (const organizationId of organizations) {
      const data = { batch_id: number };
      const steps = writers.get(WebhookOutbox).steps({ organizationId, type: 'batch.completed', data });
      await writers.get(Database).atomically(steps);
    }
  }
}
