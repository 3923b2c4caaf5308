import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnKinds, tableDefaults } from './column-kinds';

/** Requests that came with an `Idempotency-Key`, for a day. */
export class IdempotencyKeys1796190010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, long, string, bytes } = columnKinds(runner);
    const nullable = { isNullable: true };
    const table = new Table({
      ...tableDefaults(runner),
      name: 'idempotency_keys',
      columns: [
        string('id', 43, { isPrimary: true }),
        integer('organization_id'),
        integer('account_id'),
        string('address_key', 22, nullable),
        string('fingerprint', 43, nullable),
        string('claim', 36),
        long('lease_until'),
        bytes('made', nullable),
        bytes('answer', nullable),
        long('expires_at'),
      ],
      indices: [
        { name: 'idempotency_keys_address', columnNames: ['organization_id', 'address_key'] },
        { name: 'idempotency_keys_account', columnNames: ['account_id'] },
        { name: 'idempotency_keys_expires_at', columnNames: ['expires_at'] },
      ],
    });
    await runner.createTable(table, true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_keys', true);
  }
}
