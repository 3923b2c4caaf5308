import { TokensService } from '../../src/auth/tokens.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps } from '../support/set-ups';

const describeDistributed = setUps.includes('distributed') ? describe : describe.skip;

describeDistributed('one address asked for in two processes at once', () => {
  it('is charged once, and the other answer is told as one from the cache', async () => {
    const setUp = await makeSetUp('distributed');
    let asked = 0;
    const engine = (): ScriptedEngine =>
      new ScriptedEngine(async () => {
        asked += 1;
        await eventually('both are at it', () => asked === 2);
      });
    const services = [await BatchService.start(setUp.env, engine()), await BatchService.start(setUp.env, engine())];
    const [first] = services;
    const { organizationId } = await first!.customer(50);
    const [owner] = await first!.database.query<{ id: number }>(
      'SELECT account_id AS id FROM memberships WHERE organization_id = ?',
      [organizationId],
    );
    const wish = { accountId: owner!.id, name: 'test', permissions: ['validate:single' as const], lifetimeMs: null };
    const { token } = await first!.app.get(TokensService).create(wish);
    const answers = await Promise.all(
      services.map(async ({ port }) => {
        const response = await fetch(`http://127.0.0.1:${port}/v1/validate/single`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ email: 'valid.1@twice.test' }),
        });
        const body = (await response.json()) as { status: string; from_cache: boolean; credits_used: number };
        return `${response.status} ${body.status} ${body.from_cache ? 'cached' : 'fresh'} ${body.credits_used}`;
      }),
    );
    expect(answers.sort()).toEqual(['200 valid cached 0', '200 valid fresh 1']);
    expect(await first!.balance(organizationId)).toBe(49);
    for (const service of services) await service.stop();
    await setUp.remove();
  });
});
