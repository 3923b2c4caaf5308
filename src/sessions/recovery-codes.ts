import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';
import type { Repository } from 'typeorm';
import { hashOfSecret } from '../common/secrets';
import type { Proof, Statement } from '../database/database';
import { RecoveryCode } from './recovery-code.entity';

const CODES = 10;
const BYTES = 10;

/** The codes for who has lost his app, as statements: of each a hash is kept, until it is used. */
@Injectable()
export class RecoveryCodes {
  constructor(@InjectRepository(RecoveryCode) private readonly codes: Repository<RecoveryCode>) {}

  /** New ones, of 80 bits each, in groups of four. */
  make(): string[] {
    return Array.from({ length: CODES }, () => {
      const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer });
      return (base32.match(/.{4}/g) ?? []).join('-');
    });
  }

  count(accountId: number): Promise<number> {
    return this.codes.countBy({ accountId });
  }

  replacing(accountId: number, codes: readonly string[]): Statement[] {
    const rows = codes.map((code) => ({ accountId, codeHash: hashOfCode(code) }));
    return [this.deleting(accountId), this.codes.createQueryBuilder().insert().values(rows)];
  }

  /** Found when `replacing` became true. */
  proof(accountId: number, codes: readonly string[]): Proof {
    return this.codes
      .createQueryBuilder('c')
      .select('1')
      .where({ accountId, codeHash: hashOfCode(codes[0] ?? '') });
  }

  /** Uses one up. */
  using(accountId: number, code: string): Statement {
    return this.codes
      .createQueryBuilder()
      .delete()
      .where({ accountId, codeHash: hashOfCode(code.toUpperCase()) });
  }

  deleting(accountId: number): Statement {
    return this.codes.createQueryBuilder().delete().where({ accountId });
  }
}

/** Without the blanks and dashes that people read codes with. */
export const bare = (code: string): string => code.replace(/[\s-]/g, '');

const hashOfCode = (code: string) => hashOfSecret(bare(code));
