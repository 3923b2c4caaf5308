import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { MaintenanceService } from './maintenance.service';

/** Maintenance, where the process works on batches. */
@Module({})
export class MaintenanceModule {
  /** @param features the modules whose data is swept: the same objects as everywhere */
  static register({ ROLE }: Pick<AppConfig, 'ROLE'>, features: DynamicModule[]): DynamicModule {
    if (ROLE === 'api') return { module: MaintenanceModule };
    return { module: MaintenanceModule, imports: [CreditsModule, ...features], providers: [MaintenanceService] };
  }
}
