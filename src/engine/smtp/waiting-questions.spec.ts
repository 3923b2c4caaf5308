import fc from 'fast-check';
import { systemClock } from '../system-ports';
import { PendingQuestion, type Question } from './question';
import { WaitingQuestions } from './waiting-questions';

const KEEPER = { gone: () => undefined, timeUp: () => undefined };

const question = (more: Partial<Question> = {}): PendingQuestion =>
  new PendingQuestion(
    {
      host: 'mx.example.test',
      address: '127.0.0.1',
      recipient: { address: 'joe@example.test', needsSmtputf8: false },
      mode: 'batch',
      asker: 'a',
      job: '1',
      isFollowUp: false,
      signal: new AbortController().signal,
      ...more,
    },
    KEEPER,
    systemClock,
  );

const arrival = fc.record({
  asker: fc.constantFrom('a', 'b', 'c', 'd'),
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

describe('the line of a host', () => {
  it('is first come, first served for one asker, whoever continues goes first, and somebody who waits before all', () => {
    const line = new WaitingQuestions();
    const [first, second, urgent, ahead] = [question(), question(), question({ mode: 'single' }), question()];
    line.add(first);
    line.add(second);
    line.add(urgent);
    line.addInFront(ahead);
    expect([line.take(), line.take(), line.take(), line.take(), line.take()]).toEqual([
      urgent,
      ahead,
      first,
      second,
      undefined,
    ]);
    expect(line.size).toBe(0);
  });

  it('serves ten rows of one asker among a thousand of another by turns', () => {
    const line = new WaitingQuestions();
    for (let count = 0; count < 1000; count++) line.add(question({ asker: 'large' }));
    for (let count = 0; count < 10; count++) line.add(question({ asker: 'small' }));
    const first = Array.from({ length: 20 }, () => line.take('127.0.0.1')?.question.asker);
    expect(first.filter((asker) => asker === 'small')).toHaveLength(10);
  });

  it('passes nobody over twice for the same asker, nor for the same piece of work of his own', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const line = new WaitingQuestions();
        const waiting = new Set<PendingQuestion>();
        /** Who was served since each question came, and could have been served in its place. */
        const passedBy = new Map<PendingQuestion, string[]>();
        for (const next of steps) {
          if (next.kind === 'comes') {
            const pending = question(next.more);
            line.add(pending);
            waiting.add(pending);
            passedBy.set(pending, []);
            continue;
          }
          const taken = line.take(next.address);
          const able = [...waiting].filter(({ question: q }) => !next.address || q.address === next.address);
          expect(taken === undefined).toBe(able.length === 0);
          if (!taken) continue;
          waiting.delete(taken);
          const { asker, job, mode } = taken.question;
          for (const other of able) {
            if (other === taken) continue;
            // Somebody who waits for the answer is passed over by his like only.
            expect(other.question.mode === 'single' && mode === 'batch').toBe(false);
            if (other.question.mode !== mode) continue;
            const seen = passedBy.get(other) ?? [];
            const name = asker === other.question.asker ? `${asker} ${job}` : asker;
            if (name === `${other.question.asker} ${other.question.job}`) continue;
            expect(seen).not.toContain(name);
            seen.push(name);
          }
          // Being served begins the turns of an asker, and of his piece of work, anew.
          for (const other of waiting) {
            if (other.question.asker !== asker || other.question.mode !== mode) continue;
            const seen = passedBy.get(other) ?? [];
            passedBy.set(other, other.question.job === job ? [] : seen.filter((name) => name.startsWith(`${asker} `)));
          }
        }
        expect(line.size).toBe(waiting.size);
      }),
      { numRuns: 500 },
    );
  });

  it('lets people leave, and tells what waits for an address', () => {
    const line = new WaitingQuestions();
    const [here, there] = [question(), question({ address: '127.0.0.2' })];
    line.add(here);
    line.add(there);
    expect(line.remove(here)).toBe(true);
    expect(line.remove(here)).toBe(false);
    expect([line.has('127.0.0.1'), line.has('127.0.0.2'), line.size]).toEqual([false, true, 1]);
    expect(line.removeAll('127.0.0.2')).toEqual([there]);
    expect(line.size).toBe(0);
  });
});
