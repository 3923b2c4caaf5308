import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which token a batch was sent; null: by none, or nobody noted it. */
export class TokensThatSentBatches1796160001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isMysql = runner.dataSource.options.type === 'mysql';
    const collation = isMysql ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // It looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    if (!(await runner.hasColumn('batches', 'created_by_token')))
      await runner.query(`ALTER TABLE batches ADD COLUMN created_by_token varchar(36)${collation} NULL`);
    // Of those of before it stands in the movement that set their credits aside.
    const cause = isMysql ? "CONCAT('batch:', batches.id, ':hold')" : "'batch:' || batches.id || ':hold'";
    const hold = `FROM credit_entries hold WHERE hold.organization_id = batches.organization_id AND hold.cause = ${cause}`;
    await runner.query(
      `UPDATE batches SET created_by_token = (SELECT hold.token_id ${hold})
        WHERE EXISTS (SELECT 1 ${hold} AND hold.token_id IS NOT NULL)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE batches DROP COLUMN created_by_token');
  }
}
