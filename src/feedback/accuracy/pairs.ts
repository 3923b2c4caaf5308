import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '../../database/database';
import { prepared } from '../../database/prepared';
import { AnsweredVerdict } from './answered-verdict.entity';

/**
 * Read at a time. On SQLite they take 10 ms, in which it does nothing else; MariaDB reads the organization's index from its
 * beginning for each page, so that few pages are better there.
 */
const ROWS_OF_A_PAGE = { sqlite: 2000, mysql: 20_000 };

type Found = Pick<
  AnsweredVerdict,
  'id' | 'addressHash' | 'status' | 'subStatus' | 'confidence' | 'ofFeedback' | 'outcome' | 'givenAt'
>;

/** Verdicts with what came of them, as `npm run calibrate` reads them: nothing in them tells about whom they were. */
@Injectable()
export class Pairs {
  private readonly page;

  constructor(
    private readonly database: Database,
    @InjectRepository(AnsweredVerdict) verdicts: Repository<AnsweredVerdict>,
  ) {
    const columns = ['id', 'addressHash', 'status', 'subStatus', 'confidence', 'ofFeedback', 'outcome', 'givenAt'];
    const query = verdicts
      .createQueryBuilder('v')
      .where('v.organizationId = :organizationId AND v.addressHash >= :hash')
      .andWhere('(v.addressHash > :hash OR v.id > :id)')
      .orderBy('v.addressHash')
      .addOrderBy('v.id')
      .limit(ROWS_OF_A_PAGE[database.dialect])
      .select([]);
    for (const column of columns) query.addSelect(`v.${column}`, column);
    this.page = prepared<'organizationId' | 'hash' | 'id'>(query);
  }

  /**
   * CSV (RFC 4180) of those whose outcome is known and that were not made of earlier feedback, in no order that means
   * anything; its pieces, the first of which is the header.
   */
  async *csv(organizationId: number): AsyncGenerator<string, void> {
    yield 'status,sub_status,confidence,outcome,given_at\r\n';
    let last = { addressHash: '', id: 0 };
    for (;;) {
      const statement = this.page({ organizationId, hash: last.addressHash, id: last.id });
      const rows = await this.database.query<Found>(...statement.getQueryAndParameters());
      const text = rows.map(lineOf).join('');
      if (text !== '') yield text;
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_OF_A_PAGE[this.database.dialect]) return;
      last = end;
    }
  }
}

/** All of it is words and numbers of our own: there is nothing to quote. */
function lineOf({ status, subStatus, confidence, ofFeedback, outcome, givenAt }: Found): string {
  if (outcome === null || ofFeedback === 1) return '';
  return `${status},${subStatus ?? ''},${confidence},${outcome},${new Date(givenAt).toISOString()}\r\n`;
}
