import { Module, type DynamicModule, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module';
import { entities } from '../app.module';
import { CommonModule } from '../common/common.module';
import type { AppConfig } from '../config/app-config';
import { readConfig } from '../config/env';
import { CreditsModule } from '../credits/credits.module';
import { DatabaseModule } from '../database/database.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { SessionsModule } from '../sessions/sessions.module';

@Module({})
class CommandLineModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: CommandLineModule,
      imports: [
        CommonModule.register(config),
        DatabaseModule.register(config, entities),
        RateLimitModule.register(config),
        OrganizationsModule,
        AuthModule,
        CreditsModule,
        SessionsModule.register(config),
      ],
    };
  }
}

/** Runs a command with the service's own parts, and closes them. */
export async function withServices<Result>(
  work: (services: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const services = await NestFactory.createApplicationContext(CommandLineModule.register(readConfig()), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}
