import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';
import { createIndex, dropIndex } from './indexes';

/** Whose movement it is, and what it is called. Those of before have neither. */
const COLUMNS = [
  { column: 'account_id', kind: () => 'integer' },
  { column: 'token_id', kind: (collation: string) => `varchar(36)${collation}` },
  { column: 'label', kind: (collation: string) => `varchar(255)${collation}` },
];
/** The pages of a ledger without its single checks, which are nearly all of it. */
const BY_KIND = { table: 'credit_entries', name: 'credit_entries_kinds', columns: ['organization_id', 'kind', 'id'] };

/** Who used how much on which day, and who sent which list: what the folded ledger and the use by member are read from. */
export class LedgerLines1796140001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isMysql = runner.dataSource.options.type === 'mysql';
    const collation = isMysql ? ' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : '';
    // Each step looks first: MySQL commits each statement by itself, so a half-done run must be able to go on.
    for (const { column, kind } of COLUMNS) {
      if (!(await runner.hasColumn('credit_entries', column)))
        await runner.query(`ALTER TABLE credit_entries ADD COLUMN ${column} ${kind(collation)} NULL`);
    }
    await createIndex(runner, BY_KIND);
    const { integer, string } = columnKinds(runner);
    const columns = [
      integer('organization_id', { isPrimary: true }),
      // Days since 1970-01-01, UTC.
      integer('day', { isPrimary: true }),
      integer('account_id', { isPrimary: true }),
      string('token_id', 36, { isPrimary: true }),
      ...['check_count', 'check_credits', 'row_count', 'row_credits'].map((name) => integer(name, { default: 0 })),
    ];
    await runner.createTable(new Table({ ...tableDefaults(runner), name: 'usage_actors', columns }), true);
    const [some] = (await runner.query('SELECT 1 FROM usage_actors LIMIT 1')) as unknown[];
    if (some !== undefined) return;
    // Nobody noted whose the single checks of before were: account 0.
    const day = `created_at ${isMysql ? 'DIV' : '/'} 86400000`;
    await runner.query(
      `INSERT INTO usage_actors (organization_id, day, account_id, token_id, check_count, check_credits)
        SELECT organization_id, ${day}, 0, '', COUNT(*), -SUM(amount) FROM credit_entries WHERE kind = 'single'
        GROUP BY organization_id, ${day}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('usage_actors', true);
    await dropIndex(runner, BY_KIND);
    for (const { column } of COLUMNS) await runner.query(`ALTER TABLE credit_entries DROP COLUMN ${column}`);
  }
}
