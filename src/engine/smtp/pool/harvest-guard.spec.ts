import fc from 'fast-check';
import { HarvestGuard } from './harvest-guard';
import { runs } from '../../../../test/support/runs';

const HOUR_MS = 3_600_000;
const ALLOWANCE = 30;

function guardAt(): { guard: HarvestGuard; clock: { at: number }; ask: (tenant: string, exists: boolean) => boolean } {
  const clock = { at: 1_790_000_000_000 };
  const guard = new HarvestGuard({ now: () => clock.at, sleep: () => Promise.resolve() }, ALLOWANCE);
  const ask = (tenant: string, exists: boolean): boolean => {
    if (guard.isHeldBack('mx.test', tenant)) return false;
    guard.replied('mx.test', tenant, { outcome: exists ? 'accepted' : 'mailbox_not_found', stage: 'rcpt' });
    return true;
  };
  return { guard, clock, ask };
}

describe('HarvestGuard', () => {
  it('lets a list of nobody go on for its allowance, and again when the hour is over', () => {
    const { clock, ask } = guardAt();
    const asked = (): number => Array.from({ length: 100 }, () => ask('a', false)).filter(Boolean).length;
    expect(asked()).toBe(ALLOWANCE);
    clock.at += HOUR_MS / 2;
    expect(asked()).toBe(0);
    clock.at += HOUR_MS / 2 + 300_000;
    expect(asked()).toBe(ALLOWANCE);
  });

  it('lets a list go on whose recipients are there as often as not', () => {
    const { ask } = guardAt();
    const asked = Array.from({ length: 10_000 }, (_, i) => ask('a', i % 2 === 0)).filter(Boolean).length;
    expect(asked).toBe(10_000);
  });

  it('does not hold back a good list for the sake of a bad one, nor another host', () => {
    const { guard, ask } = guardAt();
    for (let i = 0; i < 100; i += 1) ask('bad', false);
    expect(guard.isHeldBack('mx.test', 'bad')).toBe(true);
    expect(guard.isHeldBack('mx.elsewhere.test', 'bad')).toBe(false);
    const asked = Array.from({ length: 1_000 }, (_, i) => ask('good', i % 5 > 0)).filter(Boolean).length;
    expect(asked).toBe(1_000);
  });

  it('counts no refusal of the client, and nothing but replies to RCPT', () => {
    const { guard } = guardAt();
    for (let i = 0; i < 100; i += 1) {
      guard.replied('mx.test', 'a', { outcome: 'sender_blocked', stage: 'rcpt' });
      guard.replied('mx.test', 'a', { outcome: 'mailbox_not_found', stage: 'mail' });
    }
    expect(guard.isHeldBack('mx.test', 'a')).toBe(false);
  });

  it('bounds what a host is asked, whoever asks, at whatever time', () => {
    const question = fc.record({
      tenant: fc.constantFrom('a', 'b', 'c'),
      exists: fc.boolean(),
      afterMs: fc.constantFrom(0, 0, 0, 1_000, 60_000, 600_000),
    });
    fc.assert(
      fc.property(fc.array(question, { maxLength: 400 }), (questions) => {
        const { clock, ask } = guardAt();
        const asked: { at: number; exists: boolean }[] = [];
        for (const { tenant, exists, afterMs } of questions) {
          clock.at += afterMs;
          if (ask(tenant, exists)) asked.push({ at: clock.at, exists });
        }
        // In any hour: the allowance of the host, that of each tenant, and as many as were accepted in it or in the slot before.
        for (const [i, { at }] of asked.entries()) {
          const hour = asked.slice(i).filter((other) => other.at < at + HOUR_MS - 300_000);
          const accepted = asked.filter((other) => other.exists && other.at > at - HOUR_MS && other.at < at + HOUR_MS);
          const unknown = hour.filter(({ exists }) => !exists).length;
          expect(unknown).toBeLessThanOrEqual(ALLOWANCE + 3 * 20 + accepted.length);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
