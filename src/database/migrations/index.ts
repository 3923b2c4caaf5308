import { Initial1764288000000 } from './1764288000000-initial';
import { People1764291600000 } from './1764291600000-people';
import { Maintenance1795860002000 } from './1795860002000-maintenance';
import { TurnsOfBatches1795860003000 } from './1795860003000-turns-of-batches';
import { StoredBytes1795860006000 } from './1795860006000-stored-bytes';
import { RightsOfPeople1795860008000 } from './1795860008000-rights-of-people';
import { Audit1796120001000 } from './1796120001000-audit';
import { WhoSentBatches1796120002000 } from './1796120002000-who-sent-batches';
import { AccountLinks1796120003000 } from './1796120003000-account-links';
import { HintsOfTokens1796120004000 } from './1796120004000-hints-of-tokens';
import { TwoFactor1796120005000 } from './1796120005000-two-factor';
import { BatchCounts1796130001000 } from './1796130001000-batch-counts';
import { PaceOfBatches1796130002000 } from './1796130002000-pace-of-batches';
import { ContinuedBatches1796130003000 } from './1796130003000-continued-batches';
import { SummaryLinks1796130004000 } from './1796130004000-summary-links';
import { LedgerLines1796140001000 } from './1796140001000-ledger-lines';
import { CreditWarnings1796140002000 } from './1796140002000-credit-warnings';
import { CheckHistory1796140003000 } from './1796140003000-check-history';
import { Operators1796150001000 } from './1796150001000-operators';
import { CatchAllCount1796150001000 } from './1796150001000-catch-all-count';
import { ServiceSettings1796150002000 } from './1796150002000-service-settings';
import { TokensThatSentBatches1796160001000 } from './1796160001000-tokens-that-sent-batches';
import { RetentionOfNames1796160002000 } from './1796160002000-retention-of-names';
import { Feedback1796170001000 } from './1796170001000-feedback';
import { AnsweredVerdicts1796180002000 } from './1796180002000-answered-verdicts';
import { FeedbackPages1796180003000 } from './1796180003000-feedback-pages';
import { Webhooks1796190001000 } from './1796190001000-webhooks';
import { IdempotencyKeys1796190010000 } from './1796190010000-idempotency-keys';
import { TestTokens1796190030000 } from './1796190030000-test-tokens';
import { AttemptsOfDeliveries1796190040000 } from './1796190040000-attempts-of-deliveries';
import { WarnedWebhooks1796190050000 } from './1796190050000-warned-webhooks';
import { UnfiledAnswers1796190060000 } from './1796190060000-unfiled-answers';
import { RemovedFeedbackSources1796190070000 } from './1796190070000-removed-feedback-sources';

/** In the order in which they run: TypeORM sorts them by the numbers of their names. */
export const migrations = [
  Initial1764288000000,
  People1764291600000,
  Maintenance1795860002000,
  TurnsOfBatches1795860003000,
  StoredBytes1795860006000,
  RightsOfPeople1795860008000,
  Audit1796120001000,
  WhoSentBatches1796120002000,
  AccountLinks1796120003000,
  HintsOfTokens1796120004000,
  TwoFactor1796120005000,
  BatchCounts1796130001000,
  PaceOfBatches1796130002000,
  ContinuedBatches1796130003000,
  SummaryLinks1796130004000,
  LedgerLines1796140001000,
  CreditWarnings1796140002000,
  CheckHistory1796140003000,
  Operators1796150001000,
  CatchAllCount1796150001000,
  ServiceSettings1796150002000,
  TokensThatSentBatches1796160001000,
  RetentionOfNames1796160002000,
  Feedback1796170001000,
  AnsweredVerdicts1796180002000,
  FeedbackPages1796180003000,
  Webhooks1796190001000,
  IdempotencyKeys1796190010000,
  TestTokens1796190030000,
  AttemptsOfDeliveries1796190040000,
  WarnedWebhooks1796190050000,
  UnfiledAnswers1796190060000,
  RemovedFeedbackSources1796190070000,
];
