import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { TokenRights } from '../../src/auth/token-rights';
import { TokensService } from '../../src/auth/tokens.service';
import { AccountOpening } from '../../src/credits/account-opening';
import { ActorUsage } from '../../src/credits/actor-usage';
import { InsufficientCreditsError } from '../../src/credits/credits.errors';
import type { Verification } from '../../src/engine';
import { FREE_ABANDONED_CHECKS_AN_HOUR } from '../../src/validation/abandoned-checks';
import { SingleCharge } from '../../src/validation/single-charge';
import { SingleValidationService } from '../../src/validation/single-validation.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { runs } from '../support/runs';

const TOKENS = 3;

/** Each check waits until it is released, or its callers have left. Knows which verdict came of which check. */
class HeldEngine extends ScriptedEngine {
  readonly checks: { signal: AbortSignal | undefined; verdict?: Verification }[] = [];
  private readonly held: (() => void)[] = [];

  constructor() {
    super(() => new Promise((resolve) => this.held.push(resolve)));
  }

  override async verify(address: string, options: { signal?: AbortSignal }): Promise<Verification> {
    const check: HeldEngine['checks'][number] = { signal: options.signal };
    this.checks.push(check);
    return (check.verdict = await super.verify(address, options));
  }

  release(): void {
    for (const go of this.held.splice(0)) go();
  }
}

interface Caller {
  tokenId: string;
  stop: AbortController;
  /** The check that it waits for, by its number; null: for none so far. */
  check: number | null;
  /** When it began to wait. */
  since: number;
  /** What it was told that it costs; null: not told. */
  told: number | null;
  isDone: boolean;
}

type Action =
  | { kind: 'arrive'; token: number; joins: boolean }
  | { kind: 'leave'; caller: number }
  | { kind: 'answer' }
  | { kind: 'pass'; turns: number };

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('arrive' as const),
        token: fc.nat(TOKENS - 1),
        joins: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('leave' as const), caller: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), turns: fc.nat(4) }) },
  ),
  { minLength: 2, maxLength: 14 },
);

/** One who stays, and one who makes a habit of leaving. */
const SEEN: [Action[], number, boolean][] = [
  [[{ kind: 'arrive', token: 0, joins: true }, { kind: 'answer' }], 1, false],
  [
    [
      { kind: 'arrive', token: 0, joins: true },
      { kind: 'leave', caller: 0 },
    ],
    1,
    true,
  ],
];

describe.each(setUps)('callers who share a check, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let engine: HeldEngine;
  let singles: SingleValidationService;
  let joined = 0;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    engine = new HeldEngine();
    service = await BatchService.start(setUp.env, engine);
    singles = service.app.get(SingleValidationService);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function customer(credits: number): Promise<{ organizationId: number; arrive: (token: number) => Caller }> {
    const email = `user-${Math.random().toString(36).slice(2)}@accounts.test`;
    const opening = service.app.get(AccountOpening);
    const { accountId, organizationId } = await opening.openAccount(email, null, null, credits);
    const tokenIds: string[] = [];
    for (let index = 0; index < TOKENS; index += 1) {
      const wish = { accountId, name: `${index}`, permissions: ['validate:single' as const], lifetimeMs: null };
      tokenIds.push((await service.app.get(TokensService).create(wish)).id);
    }
    const arrive = (token: number, address = 'valid.1@shared.test'): Caller => {
      const tokenId = tokenIds[token]!;
      const caller: Caller = { tokenId, stop: new AbortController(), check: null, since: 0, told: null, isDone: false };
      const access = {
        tokenId,
        accountId,
        organizationId,
        permissions: new Set(['validate:single' as const]),
        isTest: false,
      };
      const leaving = (): AbortSignal => {
        caller.since = joined += 1;
        // A check that it starts begins in this very turn.
        queueMicrotask(() => (caller.check = engine.checks.length - 1));
        return caller.stop.signal;
      };
      void singles
        .validate(service.app.get(TokenRights).of(access), address, leaving)
        .then(({ creditsUsed }) => {
          if (!caller.stop.signal.aborted) caller.told = creditsUsed;
        })
        .catch((error: unknown) => {
          if (!(error instanceof InsufficientCreditsError)) throw error;
        })
        .finally(() => (caller.isDone = true));
      return caller;
    };
    return { organizationId, arrive };
  }

  /** What the charges of each check came to, and for whom they were made. */
  function charges(callers: readonly Caller[]) {
    const charge = service.app.get(SingleCharge);
    const done: { left: AbortSignal | undefined; credits: Promise<number>; by: string; meant: string }[] = [];
    jest.restoreAllMocks();
    const make = charge.charge.bind(charge);
    jest.spyOn(charge, 'charge').mockImplementation((organizationId, verification, by, ...rest) => {
      const check = engine.checks.findIndex(({ verdict }) => verdict === verification);
      const waited = callers.filter((caller) => caller.check === check).sort((one, other) => one.since - other.since);
      const meant = waited.find(({ stop }) => !stop.signal.aborted);
      const result = make(organizationId, verification, by, ...rest);
      done.push({
        left: engine.checks[check]?.signal,
        credits: result.then(
          ({ creditsUsed }) => creditsUsed,
          () => 0,
        ),
        by: String(by?.tokenId),
        meant: meant === undefined ? String(by?.tokenId) : meant.tokenId,
      });
      return result;
    });
    return done;
  }

  it('are told together what the ledger took, but for what all of them had left', async () => {
    let moved = 0;
    let left = 0;
    const property = fc.asyncProperty(actions, fc.nat(2), fc.boolean(), async (story, balance, isHabit) => {
      const { organizationId, arrive } = await customer(balance);
      const callers: Caller[] = [];
      const done = charges(callers);
      engine.checks.length = 0;
      if (isHabit && balance > 0) await leaveOften(arrive);
      for (const action of story) {
        if (action.kind === 'arrive') {
          const caller = arrive(action.token);
          callers.push(caller);
          if (action.joins) await waiting(caller);
        } else if (action.kind === 'leave') callers[action.caller]?.stop.abort();
        else if (action.kind === 'answer') engine.release();
        else for (let turns = 0; turns < action.turns; turns += 1) await turn();
      }
      await eventually('all are answered', () => {
        engine.release();
        return callers.every(({ isDone }) => isDone) && engine.inFlight === 0;
      });
      // A check that all have left goes on to its charge.
      for (let turns = 0; turns < 3; turns += 1) await turn();
      const taken = await Promise.all(done.map(async ({ left, credits }) => (left?.aborted === true ? credits : 0)));
      const ofLeft = taken.reduce((sum, credits) => sum + credits, 0);
      const told = callers.reduce((sum, caller) => sum + (caller.told ?? 0), 0);
      const ofLedger = balance - (await service.balance(organizationId));
      expect({ moved: ofLedger, booked: await booked(organizationId) }).toEqual({
        moved: told + ofLeft,
        booked: told + ofLeft,
      });
      // One address is paid for once, and by the first who still waits.
      expect(ofLedger).toBeLessThanOrEqual(1);
      expect(done.map(({ by }) => by)).toEqual(done.map(({ meant }) => meant));
      moved += ofLedger;
      left += ofLeft;
    });
    await fc.assert(property, { numRuns: runs(60), endOnFailure: true, examples: SEEN });
    // Both kinds have occurred.
    expect(moved - left).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  }, 240_000);

  it('are those who still wait: the one who has left neither pays nor stands in the usage', async () => {
    const { organizationId, arrive } = await customer(5);
    const [payer, heir, other] = [await waiting(arrive(0)), await waiting(arrive(1)), await waiting(arrive(2))];
    payer.stop.abort();
    engine.release();
    await eventually('they are answered', () => heir.isDone && other.isDone);
    expect([payer.told, heir.told, other.told]).toEqual([null, 1, 0]);
    const usage = await service.app.get(ActorUsage).lastDays(organizationId, 2);
    expect(usage).toMatchObject([{ tokenName: '1', checks: 1, checkCredits: 1 }]);
    expect(await service.balance(organizationId)).toBe(4);
  });

  async function waiting(caller: Caller): Promise<Caller> {
    await eventually('it waits', () => caller.check !== null || caller.isDone);
    return caller;
  }

  async function booked(organizationId: number): Promise<number> {
    const usage = await service.app.get(ActorUsage).lastDays(organizationId, 2);
    return usage.reduce((sum, { checkCredits }) => sum + checkCredits, 0);
  }

  /** From now on a check that is left is charged. */
  async function leaveOften(arrive: (token: number, address?: string) => Caller): Promise<void> {
    for (let index = 0; index < FREE_ABANDONED_CHECKS_AN_HOUR; index += 1) {
      const caller = await waiting(arrive(0, `valid.${index}@left.test`));
      caller.stop.abort();
      await eventually('it has left', () => caller.isDone);
    }
  }
});
