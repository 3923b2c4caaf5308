import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { AccountController } from './account.controller';
import { OwnOrganizations } from './own-organizations';
import { PasswordHasher } from './password-hasher';
import { PasswordsService } from './passwords.service';
import { SessionCookies } from './session-cookies';
import { SessionController } from './session.controller';
import { SessionGuard } from './session-guard';
import { SessionsService } from './sessions.service';
import { SignInAttempts } from './sign-in-attempts';
import { SignUpRules } from './sign-up-rules';

/** People: passwords, sessions, their accounts. */
@Module({})
export class SessionsModule {
  static register({ ROLE }: Pick<AppConfig, 'ROLE'>): DynamicModule {
    return {
      module: SessionsModule,
      imports: [OrganizationsModule, CreditsModule],
      controllers: ROLE === 'worker' ? [] : [SessionController, AccountController],
      providers: [
        PasswordHasher,
        PasswordsService,
        SessionsService,
        SessionCookies,
        SessionGuard,
        SignInAttempts,
        SignUpRules,
        OwnOrganizations,
      ],
      exports: [PasswordsService, SessionsService, SessionGuard, OwnOrganizations],
    };
  }
}
