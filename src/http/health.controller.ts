import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Health } from '../common/health';
import { Metrics } from '../common/metrics';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { isOperator } from './operator-access';

/** For operators and their machines: is the process alive, are its parts up, what does it do. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'live' };
  }

  /** Which part is down, and which provider refuses us, is for operators. */
  @Get('health/ready')
  async ready(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<object> {
    const { isReady, parts, warnings } = await this.health.check();
    response.status(isReady ? 200 : 503);
    const status = isReady ? 'ready' : 'not ready';
    return isOperator(request, this.config) ? { status, parts, warnings } : { status };
  }

  @Get('metrics')
  async figures(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isOperator(request, this.config)) {
      response.status(401).set('WWW-Authenticate', 'Bearer');
      response.json({
        message: 'Figures are for operators: on OPS_PORT, with OPS_TOKEN, or from this machine itself.',
      });
      return;
    }
    response.set('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(await this.metrics.registry.metrics());
  }
}
