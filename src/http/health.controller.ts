import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Health } from '../common/health';
import { Metrics } from '../common/metrics';

/** For operators and their machines: is the process alive, are its parts up, what does it do. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<object> {
    const { isReady, parts, warnings } = await this.health.check();
    response.status(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready', parts, warnings };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  figures(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
