import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { AuditEntry } from '../../src/audit/audit-entry.entity';
import { AuditLog } from '../../src/audit/audit-log';
import { BatchCredits } from '../../src/batches/batch-credits';
import { Batch } from '../../src/batches/batch.entity';
import { ServiceSettings } from '../../src/settings/service-settings';
import { StoredSetting } from '../../src/settings/stored-setting.entity';
import { LocalAccessChanges } from '../../src/common/access-changes';
import { readConfig } from '../../src/config/env';
import { AccountOpening } from '../../src/credits/account-opening';
import { AllowancesService } from '../../src/credits/allowances.service';
import { CreditEntry } from '../../src/credits/credit-entry.entity';
import { CreditsService } from '../../src/credits/credits.service';
import { Ledger } from '../../src/credits/ledger';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { Account } from '../../src/organizations/account.entity';
import { Membership } from '../../src/organizations/membership.entity';
import { Organization } from '../../src/organizations/organization.entity';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

const DAY_MS = 86_400_000;

describe.each(setUps)('credits, %s', (name) => {
  let setUp: SetUp;
  let source: DataSource;
  let database: Database;
  let credits: CreditsService;
  let ledger: Ledger;
  let held: BatchCredits;
  let opening: AccountOpening;
  const clock = { time: Date.parse('2026-01-31T00:00:00Z'), now: () => clock.time };

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    const config = readConfig({ ...setUp.env, FREE_CREDITS: '10' });
    source = await connect(config, [Account, AuditEntry, Batch, CreditEntry, Membership, Organization, StoredSetting]);
    database = sharedSql(source);
    const organizations = source.getRepository(Organization);
    const entries = source.getRepository(CreditEntry);
    ledger = new Ledger(organizations, entries, clock);
    held = new BatchCredits(source.getRepository(Batch), organizations, entries, ledger, clock);
    const audit = new AuditLog(database, source.getRepository(AuditEntry), clock, config);
    const allowances = new AllowancesService(database, organizations, entries, clock, audit);
    credits = new CreditsService(database, organizations, ledger, allowances, clock, audit);
    const [accounts, memberships] = [source.getRepository(Account), source.getRepository(Membership)];
    const settings = new ServiceSettings(database, source.getRepository(StoredSetting), clock, audit, config);
    opening = new AccountOpening(
      database,
      accounts,
      organizations,
      memberships,
      ledger,
      clock,
      settings,
      audit,
      new LocalAccessChanges(),
    );
  });

  afterAll(async () => {
    await source.destroy();
    await setUp.remove();
  });

  const open = async (): Promise<number> =>
    (await opening.openAccount(`${randomUUID()}@accounts.test`, null)).organizationId;

  /** Takes one credit; rejects when there is none. */
  async function charge(organizationId: number): Promise<void> {
    const outcome = await database.atomically(ledger.spend(organizationId, 1, `single:${randomUUID()}`, 'single'));
    if (outcome !== 'done') throw new Error('No credit is left.');
  }

  /** The balance, proven to be the sum of the ledger. */
  async function balance(organizationId: number): Promise<number> {
    const [row] = await database.query<{ sum: number | string }>(
      'SELECT SUM(amount) AS sum FROM credit_entries WHERE organization_id = ?',
      [organizationId],
    );
    const { balance: column } = await credits.balance(organizationId);
    expect(Number(row?.sum)).toBe(column);
    return column;
  }

  async function batch(organizationId: number, hold: number): Promise<number> {
    const { insertId } = await database.execute(
      "INSERT INTO batches (organization_id, name, status, header, created_at, updated_at) VALUES (?, 'b', 'uploading', '', 0, 0)",
      [organizationId],
    );
    expect(await database.atomically(held.hold(organizationId, insertId, hold))).toBe('done');
    return insertId;
  }

  async function finish(batchId: number, used: number): Promise<void> {
    await database.execute('UPDATE batches SET credits_used = ? WHERE id = ?', [used, batchId]);
    await database.atomically(held.release(batchId));
  }

  it('gives the first organization the free credits, and further ones none', async () => {
    const { accountId, organizationId } = await opening.openAccount('First@Accounts.Test', null);
    const second = await opening.openOrganization(accountId, 'second');
    expect(await balance(organizationId)).toBe(10);
    expect((await credits.balance(second)).balance).toBe(0);
    await expect(opening.openAccount('first@accounts.test', null)).rejects.toThrow(/already/);
  });

  it('serves exactly as many of 100 racers as there are credits', async () => {
    const organization = await open();
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => charge(organization)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
    expect(await balance(organization)).toBe(0);
  });

  it('moves credits once for a cause, however often it is tried', async () => {
    const organization = await open();
    const steps = ledger.spend(organization, 3, 'the same cause', 'single');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => database.atomically(steps)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await balance(organization)).toBe(7);
  });

  it('holds what a batch can cost, refuses what is not there, and gives back the rest', async () => {
    const organization = await open();
    const id = await batch(organization, 8);
    expect(await balance(organization)).toBe(2);
    const outcome = await database.atomically(held.hold(organization, id + 1000, 3));
    expect(outcome).toBe('rolled_back');
    await finish(id, 5);
    expect(await balance(organization)).toBe(5);
  });

  it('spends the allowance first, and gives it back last', async () => {
    const organization = await open();
    expect(await credits.setAllowance(organization, 5)).toBe(15);
    const id = await batch(organization, 9);
    expect(await credits.balance(organization)).toMatchObject({ balance: 6, monthlyAllowanceUsed: 5 });
    await finish(id, 3);
    expect(await credits.balance(organization)).toMatchObject({ balance: 12, monthlyAllowanceUsed: 3 });
    for (let spent = 0; spent < 4; spent += 1) await charge(organization);
    expect(await credits.balance(organization)).toMatchObject({ balance: 8, monthlyAllowanceUsed: 5 });
    expect(await balance(organization)).toBe(8);
  });

  it('fills the allowance again each month from the day it was set, once, and never adds what was left', async () => {
    const organization = await open();
    clock.time = Date.parse('2026-01-31T00:00:00Z');
    await credits.setAllowance(organization, 5);
    for (let spent = 0; spent < 3; spent += 1) await charge(organization);
    clock.time = Date.parse('2026-02-28T00:00:00Z');
    const balances = await Promise.all([1, 2, 3, 4].map(() => credits.balance(organization)));
    for (const one of balances) {
      expect(one).toEqual({
        balance: 15,
        monthlyAllowance: 5,
        monthlyAllowanceUsed: 0,
        monthlyAllowanceResetAt: Date.parse('2026-03-31T00:00:00Z'),
        warnBelow: null,
      });
    }
    clock.time += 400 * DAY_MS;
    expect(await balance(organization)).toBe(15);
  });

  it('loses no credit when a batch ends in another month than it began', async () => {
    const organization = await open();
    await credits.setAllowance(organization, 5);
    const id = await batch(organization, 9);
    clock.time += 40 * DAY_MS;
    expect((await credits.balance(organization)).balance).toBe(11);
    await finish(id, 0);
    expect(await balance(organization)).toBe(20);
  });

  it('changes and ends an allowance', async () => {
    const organization = await open();
    await credits.setAllowance(organization, 5);
    await charge(organization);
    expect(await credits.setAllowance(organization, 8)).toBe(18);
    expect(await credits.setAllowance(organization, 0)).toBe(10);
    expect(await credits.balance(organization)).toMatchObject({
      monthlyAllowanceResetAt: null,
      monthlyAllowanceUsed: 0,
    });
    expect(await balance(organization)).toBe(10);
  });

  it('refuses before anything is spent when too little is left', async () => {
    const organization = await open();
    await expect(credits.require(organization, 11)).rejects.toThrow(/at least 11 credits.*has 10/);
    await expect(credits.require(organization, 10)).resolves.toBeUndefined();
  });
});
