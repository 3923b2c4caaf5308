import { Global, Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { AccessGuard } from './access-guard';
import { AccountAccessReader } from './account-access';
import { TokenRights } from './token-rights';
import { TokenSigner } from './token-signer';
import { TokenUses } from './token-uses';
import { TokensService } from './tokens.service';

/** Global: every guarded route of every module needs the guard's parts. */
@Global()
@Module({
  providers: [
    {
      provide: TokenSigner,
      useFactory: (config: AppConfig) => new TokenSigner(config.JWT_SECRET),
      inject: [APP_CONFIG],
    },
    AccountAccessReader,
    TokenUses,
    TokensService,
    TokenRights,
    AccessGuard,
  ],
  exports: [TokenSigner, AccountAccessReader, TokenUses, TokensService, TokenRights, AccessGuard],
})
export class AuthModule {}
