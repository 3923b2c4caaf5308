import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { AppConfig } from '../config/app-config';
import { CreditsModule } from '../credits/credits.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SettingsModule } from '../settings/settings.module';
import { AccountController } from './account.controller';
import { AccountLink } from './account-link.entity';
import { AccountLinks } from './account-links';
import { AccountStatusService } from './account-status.service';
import { EmailChanges } from './email-changes';
import { EmailChangesController } from './email-changes.controller';
import { OwnOrganizations } from './own-organizations';
import { PasswordHasher } from './password-hasher';
import { PasswordResets } from './password-resets';
import { PasswordResetsController } from './password-resets.controller';
import { PasswordsService } from './passwords.service';
import { RecoveryCode } from './recovery-code.entity';
import { RecoveryCodes } from './recovery-codes';
import { StoredSession } from './session.entity';
import { SessionCookies } from './session-cookies';
import { SessionController } from './session.controller';
import { SessionsService } from './sessions.service';
import { SignInAttempts } from './sign-in-attempts';
import { TwoFactorController } from './two-factor.controller';
import { StoredTwoFactor } from './two-factor.entity';
import { TwoFactorService } from './two-factor.service';
import { SignUpRules } from './sign-up-rules';

/** People: passwords, sessions, their accounts. */
@Module({})
export class SessionsModule {
  static register({ ROLE }: Pick<AppConfig, 'ROLE'>): DynamicModule {
    return {
      module: SessionsModule,
      imports: [
        SettingsModule,
        OrganizationsModule,
        CreditsModule,
        TypeOrmModule.forFeature([AccountLink, RecoveryCode, StoredSession, StoredTwoFactor]),
      ],
      controllers:
        ROLE === 'worker'
          ? []
          : [
              SessionController,
              AccountController,
              PasswordResetsController,
              EmailChangesController,
              TwoFactorController,
            ],
      providers: [
        PasswordHasher,
        PasswordsService,
        AccountLinks,
        PasswordResets,
        EmailChanges,
        RecoveryCodes,
        TwoFactorService,
        SessionsService,
        AccountStatusService,
        SessionCookies,
        SignInAttempts,
        SignUpRules,
        OwnOrganizations,
      ],
      exports: [
        TypeOrmModule,
        AccountStatusService,
        PasswordsService,
        PasswordResets,
        AccountLinks,
        SessionCookies,
        SignInAttempts,
        TwoFactorService,
        SessionsService,
        OwnOrganizations,
      ],
    };
  }
}
