import { Global, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { TypeOrmModule } from '@nestjs/typeorm';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { OrganizationsModule } from '../organizations/organizations.module';
import { AccountAccessReader } from './account-access';
import { FailedAuthentications } from './failed-authentications';
import { JwtStrategy } from './jwt.strategy';
import { TokenOrganizationCleanup } from './token-organization-cleanup';
import { RequestBudgets } from './request-budgets';
import { TokenOrganization } from './token-organization.entity';
import { TokenRights } from './token-rights';
import { TokenPages } from './token-pages';
import { TokenSigner } from './token-signer';
import { TokenUses } from './token-uses';
import { Token } from './token.entity';
import { TokensService } from './tokens.service';
import { VerifiedTokens } from './verified-tokens';

/** Global: Nest makes the guards of a route in the module of its controller, and they need these parts. */
@Global()
@Module({
  imports: [PassportModule, OrganizationsModule, TypeOrmModule.forFeature([Token, TokenOrganization])],
  providers: [
    {
      provide: TokenSigner,
      useFactory: (config: AppConfig) => new TokenSigner(config.JWT_SECRET),
      inject: [APP_CONFIG],
    },
    JwtStrategy,
    VerifiedTokens,
    AccountAccessReader,
    RequestBudgets,
    FailedAuthentications,
    TokenUses,
    TokensService,
    TokenPages,
    TokenRights,
    TokenOrganizationCleanup,
  ],
  exports: [
    TypeOrmModule,
    TokenSigner,
    VerifiedTokens,
    AccountAccessReader,
    RequestBudgets,
    FailedAuthentications,
    TokenUses,
    TokensService,
    TokenPages,
    TokenRights,
  ],
})
export class AuthModule {}
