import { Global, Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { AccessGuard } from './access-guard';
import { AccountAccessReader } from './account-access';
import { TokenSigner } from './token-signer';
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
    TokensService,
    AccessGuard,
  ],
  exports: [TokenSigner, AccountAccessReader, TokensService, AccessGuard],
})
export class AuthModule {}
