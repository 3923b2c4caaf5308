import fc from 'fast-check';
import { systemClock } from '../../system-ports';
import { PendingQuestion, type Question } from './question';
import { QuestionQueue } from './question-queue';
import { runs } from '../../../../test/support/runs';

const LISTENER = { onAbandoned: () => undefined, onTimeout: () => undefined };

const question = (more: Partial<Question> = {}): PendingQuestion =>
  new PendingQuestion(
    {
      host: 'mx.example.test',
      address: '127.0.0.1',
      recipient: { address: 'joe@example.test', needsSmtputf8: false },
      mode: 'batch',
      tenant: 'a',
      job: '1',
      isFollowUp: false,
      signal: new AbortController().signal,
      ...more,
    },
    LISTENER,
    systemClock,
  );

const arrival = fc.record({
  continues: fc.boolean(),
  tenant: fc.constantFrom('a', 'b', 'c', 'd'),
  job: fc.constantFrom('1', '2', '3'),
  mode: fc.constantFrom<Question['mode'][]>('single', 'batch', 'batch', 'batch'),
  address: fc.constantFrom('127.0.0.1', '127.0.0.2'),
});
/** Somebody comes, or a session takes a question: for any address, or for its own. */
const step = fc.oneof(
  { weight: 3, arbitrary: arrival.map((more) => ({ kind: 'comes' as const, more })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(undefined, '127.0.0.1', '127.0.0.2')
      .map((address) => ({ kind: 'taken' as const, address })),
  },
);

describe('QuestionQueue', () => {
  it('is first come, first served for one tenant, whoever continues goes first, and somebody who waits before all', () => {
    const queue = new QuestionQueue();
    const [first, second, urgent, ahead] = [question(), question(), question({ mode: 'single' }), question()];
    queue.add(first);
    queue.add(second);
    queue.add(urgent);
    queue.addFirst(ahead);
    expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      urgent,
      ahead,
      first,
      second,
      undefined,
    ]);
    expect(queue.size).toBe(0);
  });

  it('serves ten rows of one tenant among a thousand of another by turns', () => {
    const queue = new QuestionQueue();
    for (let count = 0; count < 1000; count++) queue.add(question({ tenant: 'large' }));
    for (let count = 0; count < 10; count++) queue.add(question({ tenant: 'small' }));
    const first = Array.from({ length: 20 }, () => queue.take('127.0.0.1')?.question.tenant);
    expect(first.filter((tenant) => tenant === 'small')).toHaveLength(10);
  });

  it('lets what one tenant continues wait for its turn, too', () => {
    const queue = new QuestionQueue();
    const victim = question({ tenant: 'victim', mode: 'single' });
    queue.add(victim);
    for (let count = 0; count < 16; count++) queue.addFirst(question({ tenant: 'other', mode: 'single' }));
    const first = [queue.take('127.0.0.1'), queue.take('127.0.0.1')];
    expect(first).toContain(victim);
  });

  it('passes nobody over twice for the same tenant, nor for the same piece of work of his own', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const queue = new QuestionQueue();
        const waiting = new Set<PendingQuestion>();
        /** Who was served since each question came, and could have been served in its place. */
        const passedBy = new Map<PendingQuestion, string[]>();
        for (const next of steps) {
          if (next.kind === 'comes') {
            const { continues, ...more } = next.more;
            const pending = question(more);
            if (continues) queue.addFirst(pending);
            else queue.add(pending);
            waiting.add(pending);
            passedBy.set(pending, []);
            continue;
          }
          const taken = queue.take(next.address);
          const able = [...waiting].filter(({ question: q }) => !next.address || q.address === next.address);
          expect(taken === undefined).toBe(able.length === 0);
          if (!taken) continue;
          waiting.delete(taken);
          const { tenant, job, mode } = taken.question;
          for (const other of able) {
            if (other === taken) continue;
            // Somebody who waits for the answer is passed over by his like only.
            expect(other.question.mode === 'single' && mode === 'batch').toBe(false);
            if (other.question.mode !== mode) continue;
            const seen = passedBy.get(other) ?? [];
            const name = tenant === other.question.tenant ? `${tenant} ${job}` : tenant;
            if (name === `${other.question.tenant} ${other.question.job}`) continue;
            expect(seen).not.toContain(name);
            seen.push(name);
          }
          // Being served begins the turns of a tenant, and of his piece of work, anew.
          for (const other of waiting) {
            if (other.question.tenant !== tenant || other.question.mode !== mode) continue;
            const seen = passedBy.get(other) ?? [];
            passedBy.set(other, other.question.job === job ? [] : seen.filter((name) => name.startsWith(`${tenant} `)));
          }
        }
        expect(queue.size).toBe(waiting.size);
      }),
      { numRuns: runs(500) },
    );
  });

  it('lets people leave, and tells what waits for an address', () => {
    const queue = new QuestionQueue();
    const [here, there] = [question(), question({ address: '127.0.0.2' })];
    queue.add(here);
    queue.add(there);
    expect(queue.remove(here)).toBe(true);
    expect(queue.remove(here)).toBe(false);
    expect([queue.has('127.0.0.1'), queue.has('127.0.0.2'), queue.size]).toEqual([false, true, 1]);
    expect(queue.removeAll('127.0.0.2')).toEqual([there]);
    expect(queue.size).toBe(0);
  });
});
