import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndex, dropIndex } from './indexes';

const BY_DAY = { table: 'usage_actors', name: 'usage_actors_named', columns: ['day', 'account_id', 'organization_id'] };

/** By which maintenance finds the days whose names are to be forgotten. */
export class RetentionOfNames1796160002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndex(runner, BY_DAY);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, BY_DAY);
  }
}
