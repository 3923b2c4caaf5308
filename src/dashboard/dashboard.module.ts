import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller';

/** Serves the page that `dashboard/` is built into. */
@Module({ controllers: [DashboardController] })
export class DashboardModule {}
