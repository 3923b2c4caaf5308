import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, type Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { OPERATOR, person, type Actor } from '../audit/actor';
import { Clock } from '../common/clock';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Statement } from '../database/database';
import { bare, RecoveryCodes } from './recovery-codes';
import { SecretBox } from '../common/secret-box';
import { TwoFactorStateError } from './sessions.errors';
import { newTotpSecret, totpStep, totpUri } from './totp';
import { StoredTwoFactor } from './two-factor.entity';

/** A second factor beside the password: codes of an app (TOTP, RFC 6238), each taken once, and codes for when it is lost. */
@Injectable()
export class TwoFactorService {
  private readonly logger = new Logger('Sessions');
  private readonly box: SecretBox;

  constructor(
    private readonly database: Database,
    @InjectRepository(StoredTwoFactor) private readonly factors: Repository<StoredTwoFactor>,
    private readonly recovery: RecoveryCodes,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.box = new SecretBox(config.JWT_SECRET, 'two-factor secrets');
  }

  isOn(accountId: number): Promise<boolean> {
    return this.factors.existsBy({ accountId, confirmedAt: Not(IsNull()) });
  }

  /** How many recovery codes are left. */
  codesLeft(accountId: number): Promise<number> {
    return this.recovery.count(accountId);
  }

  /**
   * A new secret for the app; it asks for nothing until `confirm` has seen a code of it.
   * @returns the secret in base32, and the address that apps read from a picture (`otpauth://…`)
   * @throws TwoFactorStateError when it is on already
   */
  async begin(accountId: number, email: string): Promise<{ secret: string; uri: string }> {
    const secret = newTotpSecret();
    const row = { accountId, secret: this.box.close(secret, context(accountId)), createdAt: this.clock.now() };
    const pending = this.factors.createQueryBuilder().delete().where({ accountId, confirmedAt: IsNull() });
    if (await this.isOn(accountId))
      throw new TwoFactorStateError('The second factor is on already. Turn it off first.');
    await this.database.atomically(
      [pending, this.factors.createQueryBuilder().insert().values(row)],
      this.factors.createQueryBuilder('f').select('1').where({ accountId, secret: row.secret }),
    );
    return { secret, uri: totpUri(secret, email) };
  }

  /** Turns it on by a first code; returns the recovery codes, the only time. @throws TwoFactorStateError, FieldsInvalidError */
  async confirm(accountId: number, code: string): Promise<string[]> {
    const factor = await this.factors.findOneBy({ accountId, confirmedAt: IsNull() });
    if (factor === null) throw new TwoFactorStateError('There is no second factor to confirm. Begin anew.');
    const step = this.stepOf(factor, code);
    if (step === null) throw wrongCode();
    const codes = this.recovery.make();
    const outcome = await this.database.atomically(
      [
        {
          statement: this.factors
            .createQueryBuilder()
            .update()
            .set({ confirmedAt: this.clock.now(), lastStep: step })
            .where({ accountId, secret: factor.secret, confirmedAt: IsNull() }),
          ifNone: 'rollback',
        },
        ...this.recovery.replacing(accountId, codes),
        this.audit.entry({ organizationId: null, by: person(accountId), action: 'two_factor_on', subject: accountId }),
      ],
      this.factors.createQueryBuilder('f').select('1').where({ accountId, secret: factor.secret, lastStep: step }),
    );
    if (outcome !== 'done') throw new TwoFactorStateError('There is no second factor to confirm. Begin anew.');
    return codes;
  }

  /** Takes a code of the app or a recovery code, once. @throws FieldsInvalidError */
  async take(accountId: number, code: string): Promise<void> {
    const factor = await this.factors.findOneBy({ accountId, confirmedAt: Not(IsNull()) });
    if (factor === null) return;
    if (/^\d{6}$/.test(bare(code))) {
      const step = this.stepOf(factor, bare(code));
      if (step === null) throw wrongCode();
      const { affected } = await this.database.run(
        this.factors
          .createQueryBuilder()
          .update()
          .set({ lastStep: step })
          .where('accountId = :accountId AND secret = :secret AND lastStep < :step', {
            accountId,
            secret: factor.secret,
            step,
          }),
      );
      if (affected === 0) throw wrongCode();
      return;
    }
    const outcome = await this.database.atomically([
      { statement: this.recovery.using(accountId, code), ifNone: 'rollback' },
      this.audit.entry({ organizationId: null, by: person(accountId), action: 'recovery_code', subject: accountId }),
    ]);
    if (outcome !== 'done') throw wrongCode();
  }

  /** New recovery codes; the old ones end. @throws TwoFactorStateError */
  async renewCodes(accountId: number): Promise<string[]> {
    if (!(await this.isOn(accountId))) throw new TwoFactorStateError('The second factor is off.');
    const codes = this.recovery.make();
    const by = person(accountId);
    await this.database.atomically(
      [
        ...this.recovery.replacing(accountId, codes),
        this.audit.entry({ organizationId: null, by, action: 'recovery_codes_renewal', subject: accountId }),
      ],
      this.recovery.proof(accountId, codes),
    );
    return codes;
  }

  /** Whether it was on. */
  async turnOff(accountId: number, by: Actor = OPERATOR): Promise<boolean> {
    const wasOn = await this.isOn(accountId);
    await this.database.atomically(
      [
        ...this.deleting(accountId),
        ...(wasOn
          ? [this.audit.entry({ organizationId: null, by, action: 'two_factor_off', subject: accountId })]
          : []),
      ],
      { statement: this.factors.createQueryBuilder('f').select('1').where({ accountId }), shows: 'no_row' },
    );
    return wasOn;
  }

  /** The statements that forget all of it. */
  deleting(accountId: number): Statement[] {
    return [this.factors.createQueryBuilder().delete().where({ accountId }), this.recovery.deleting(accountId)];
  }

  /** The step that the code is of, if it is one of now or of a step beside it, and of none that was taken. */
  private stepOf({ accountId, secret: closed, lastStep }: StoredTwoFactor, code: string): number | null {
    const base32 = this.box.open(closed, context(accountId));
    if (base32 === null) {
      this.logger.error(
        `The second factor of account ${accountId} can't be read: JWT_SECRET was changed. Recovery codes work still; \`account two-factor off\` turns it off.`,
      );
      return null;
    }
    const step = totpStep(base32, bare(code), this.clock.now());
    return step !== null && step > lastStep ? step : null;
  }
}

const context = (accountId: number): string => `account ${accountId}`;

function wrongCode(): FieldsInvalidError {
  return new FieldsInvalidError({ code: ['The code is not right, or was used already. Wait for the next one.'] });
}
