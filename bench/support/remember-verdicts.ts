import { SystemClock } from '../../src/common/clock';
import { readConfig } from '../../src/config/env';
import { connect, sharedSql } from '../../src/database/database.module';
import type { Verification } from '../../src/engine';
import { CachedVerdict } from '../../src/validation/cached-verdict.entity';
import { AddressData } from '../../src/feedback/known/address-data';
import { VerdictCache } from '../../src/validation/verdict-cache';

/** Verdicts written in one transaction. */
const AT_A_TIME = 5000;

/** Writes verdicts into a service's cache, with the statements that the service itself uses. */
export async function rememberVerdicts(
  env: Record<string, string>,
  organizationId: number,
  addresses: Iterable<string>,
): Promise<void> {
  const config = readConfig(env);
  const dataSource = await connect(config, [CachedVerdict]);
  const database = sharedSql(dataSource);
  const cache = new VerdictCache(
    dataSource.getRepository(CachedVerdict),
    database,
    new SystemClock(),
    config,
    new AddressData(),
  );
  let pending: Verification[] = [];
  const write = async (): Promise<void> => {
    await database.atomically(cache.storeSteps(organizationId, pending));
    pending = [];
  };
  for (const address of addresses) {
    pending.push(valid(address));
    if (pending.length === AT_A_TIME) await write();
  }
  await write();
  await dataSource.destroy();
}

function valid(address: string): Verification {
  return {
    email: address,
    normalised: address,
    status: 'valid',
    subStatus: null,
    confidence: 97,
    mxFound: true,
    smtpValid: true,
    isDisposable: false,
    isCatchAll: false,
    isRoleAccount: false,
    didYouMean: null,
    evidence: {
      layer: 'smtp',
      by: null,
      mxHost: 'mx1.example.org',
      replyCode: 250,
      enhancedCode: '2.1.5',
      text: '2.1.5 Ok',
      provider: null,
      isFreeProvider: false,
      durationMs: 412,
    },
    retryAfterSeconds: null,
  };
}
