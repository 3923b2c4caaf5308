import { TokensService } from '../../src/auth/tokens.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps } from '../support/set-ups';
import { countCallers } from './count-callers';

describe.each(setUps)('a check under way whose caller loses the right to it, %s', (name) => {
  it('is neither answered nor charged, unless somebody else waits for it by a right that holds', async () => {
    const setUp = await makeSetUp(name);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = new ScriptedEngine(() => gate);
    const service = await BatchService.start(setUp.env, engine);
    const { organizationId } = await service.customer(50);
    const [owner] = await service.database.query<{ id: number }>(
      'SELECT account_id AS id FROM memberships WHERE organization_id = ?',
      [organizationId],
    );
    const tokens = service.app.get(TokensService);
    const wish = { accountId: owner!.id, name: 'test', permissions: ['validate:single' as const], lifetimeMs: null };
    const [lost, kept] = [await tokens.create(wish), await tokens.create(wish)];
    const ask = async ({ token }: { token: string }, email: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/validate/single`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      const { credits_used } = (await response.json()) as { credits_used?: number };
      return `${response.status} ${credits_used ?? '-'}`;
    };
    const callers = countCallers(service.app);
    const alone = ask(lost, 'valid.1@rights.test');
    const shared = ask(lost, 'valid.2@rights.test');
    await eventually('both are being asked about', () => engine.inFlight === 2);
    const other = ask(kept, 'valid.2@rights.test');
    await eventually('the other has joined', () => callers.joined === 3);
    await tokens.revoke(lost.id, owner!.id);
    const now = performance.now.bind(performance);
    // Rights count as fresh for half a second.
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 700);
    release();
    expect([await alone, await shared, await other]).toEqual(['401 -', '401 -', '200 1']);
    later.mockRestore();
    expect(await service.balance(organizationId)).toBe(49);
    await service.stop();
    await setUp.remove();
  });
});
