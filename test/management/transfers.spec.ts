import { TestService } from '../support/service';
import { setUps } from '../support/set-ups';
import { Person } from './person';

interface Line {
  kind: string;
  amount: number;
  organization_name: string | null;
  by: { email: string | null } | null;
}

const HELP = {
  CREDITS_HELP_TEXT: 'Write to the billing desk.',
  CREDITS_HELP_URL: 'https://billing.example.org/credits',
};

describe.each(setUps)('credits between organizations of one owner, %s', (setUpName) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9', ...HELP });
  });

  /** Somebody with two organizations: the first has 100 credits, the second none. */
  async function owner(): Promise<{ person: Person; first: number; second: number }> {
    const person = await Person.signUp(service, 'First');
    const { body } = await person.post<{ id: number }>('/v1/organizations', { name: 'Second' });
    return { person, first: person.organizationId, second: body.id };
  }

  function move(person: Person, from: number, to: unknown, amount: unknown, key?: string) {
    return person.ask<{ balance?: number; to_balance?: number; errors?: Record<string, string[]>; message?: string }>(
      'POST',
      `/v1/organizations/${from}/credits/transfers`,
      { to_organization_id: to, amount },
      { 'X-CSRF': '1', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    );
  }

  it('move, and stand in both ledgers and audit logs', async () => {
    const { person, first, second } = await owner();
    const moved = await move(person, first, second, 30);
    expect(moved).toMatchObject({ status: 200, body: { amount: 30, balance: 70, to_balance: 30 } });
    expect([await service.balance(first), await service.balance(second)]).toEqual([70, 30]);
    for (const [id, amount, name] of [
      [first, -30, 'Second'],
      [second, 30, "First's organization"],
    ] as const) {
      const { body } = await person.get<{ lines: Line[] }>(`/v1/organizations/${id}/credits/ledger`);
      expect(body.lines[0]).toMatchObject({
        kind: 'transfer',
        amount,
        organization_name: name,
        by: { email: person.email },
      });
      const audit = await person.get<{ entries: { action: string; details: object }[] }>(
        `/v1/organizations/${id}/audit`,
      );
      expect(audit.body.entries[0]).toMatchObject({
        action: 'credits_transfer',
        details: { amount, organization: name },
      });
    }
  });

  it('move once for a key, also when the same is asked many times at once, and refuse the key for something else', async () => {
    const { person, first, second } = await owner();
    const answers = await Promise.all(Array.from({ length: 8 }, () => move(person, first, second, 10, 'the-same')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(7);
    expect([await service.balance(first), await service.balance(second)]).toEqual([90, 10]);
    const other = await move(person, first, second, 11, 'the-same');
    expect(other).toMatchObject({ status: 422, body: { errors: { idempotency_key: [expect.any(String)] } } });
    expect((await move(person, first, second, 11, 'not a key')).status).toBe(422);
    expect((await move(person, first, second, 10, '"the-same"')).headers.get('Idempotency-Replayed')).toBe('true');
    // Of another organization it is another key.
    expect((await move(person, second, first, 10, 'the-same')).headers.get('Idempotency-Replayed')).toBeNull();
    expect([await service.balance(first), await service.balance(second)]).toEqual([100, 0]);
  });

  it('stay exact when many move them there and back at once', async () => {
    const { person, first, second } = await owner();
    await move(person, first, second, 50);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        turn % 2 === 0 ? move(person, first, second, 7) : move(person, second, first, 7),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await service.balance(first)) + (await service.balance(second))).toBe(100);
  });

  it('never leave fewer than none: of 20 who ask for 30 of 100 credits, three get them', async () => {
    const { person, first, second } = await owner();
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(person, first, second, 30)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      200,
      200,
      ...Array.from({ length: 17 }, () => 402),
    ]);
    expect([await service.balance(first), await service.balance(second)]).toEqual([10, 90]);
    expect(answers.find(({ status }) => status === 402)?.body.message).toMatch(/at least 30 credits.*has 10/);
  });

  it('leave a monthly allowance where it is', async () => {
    const { person, first, second } = await owner();
    await service.database.execute(
      'UPDATE organizations SET allowance_monthly = 50, allowance_used = 20, balance = balance + 30, allowance_set_at = 1, allowance_reset_at = ? WHERE id = ?',
      [Date.now() + 86_400_000, first],
    );
    await service.database.execute(
      "INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at) VALUES (?, 30, 'allowance', 'a', 1)",
      [first],
    );
    const refused = await move(person, first, second, 101);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { amount: [expect.stringContaining('At most 100 credits')] } },
    });
    expect((await move(person, first, second, 100)).status).toBe(200);
    expect([await service.balance(first), await service.balance(second)]).toEqual([30, 100]);
  });

  it('are moved by somebody who owns both, and nobody else', async () => {
    const { person, first, second } = await owner();
    const stranger = await Person.signUp(service);
    expect((await move(stranger, first, stranger.organizationId, 1)).status).toBe(404);
    expect((await move(person, first, stranger.organizationId, 1)).status).toBe(404);
    const admin = await (await Person.signUp(service)).joins(person, 'admin');
    expect((await move(admin, first, admin.organizationId, 1)).status).toBe(403);
    // Into an organization in which he is a member only.
    expect((await move(admin, admin.organizationId, first, 1)).status).toBe(403);
    expect((await move(person, first, first, 1)).status).toBe(422);
    for (const [to, amount] of [
      [second, 0],
      [second, -5],
      [second, 1.5],
      [second, '5'],
      [0, 5],
      ['x', 5],
    ]) {
      expect([to, amount, (await move(person, first, to, amount)).status]).toEqual([to, amount, 422]);
    }
    expect([await service.balance(first), await service.balance(second)]).toEqual([100, 0]);
  });

  it('say where more come from, and warn where somebody wants it', async () => {
    const { person, first } = await owner();
    const path = `/v1/organizations/${first}/credits`;
    expect((await person.get(path)).body).toMatchObject({
      warn_below: null,
      help_text: HELP.CREDITS_HELP_TEXT,
      help_url: HELP.CREDITS_HELP_URL,
    });
    expect((await person.patch(path, { warn_below: 500 })).body).toMatchObject({ balance: 100, warn_below: 500 });
    expect((await person.get(path)).body).toMatchObject({ warn_below: 500 });
    const member = await (await Person.signUp(service)).joins(person, 'member');
    expect((await member.get(path)).body).toMatchObject({ warn_below: 500 });
    expect((await member.patch(path, { warn_below: 1 })).status).toBe(403);
    for (const wrong of [0, -1, 1.5, '5']) expect((await person.patch(path, { warn_below: wrong })).status).toBe(422);
    expect((await person.patch(path, { warn_below: null })).body).toMatchObject({ warn_below: null });
  });
});
