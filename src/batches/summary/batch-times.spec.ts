import { timesOf, type TimesOfBatch } from './batch-times';

const MINUTE_MS = 60_000;
const START = 1_000_000;

const batch: TimesOfBatch = {
  status: 'processing',
  totalCount: 1000,
  processedCount: 100,
  startedAt: START,
  updatedAt: START + MINUTE_MS,
  completedAt: null,
  paceBeforeAt: 0,
  paceBeforeCount: 0,
};

describe('the times of a batch', () => {
  it('are not known before the work has begun, nor how fast it is in its first moments', () => {
    expect(timesOf({ ...batch, status: 'pending', startedAt: null, processedCount: 0 }, START)).toEqual({
      startedAt: null,
      finishedAt: null,
      tookMs: null,
      rowsPerMinute: null,
      expectedEndAt: null,
    });
    expect(timesOf(batch, START + 4000)).toMatchObject({ startedAt: START, rowsPerMinute: null, expectedEndAt: null });
  });

  it('tell the end from the pace since the start', () => {
    expect(timesOf(batch, START + MINUTE_MS)).toMatchObject({
      rowsPerMinute: 100,
      expectedEndAt: START + MINUTE_MS + 9 * MINUTE_MS,
    });
  });

  it('tell the end from the pace of the last minute, where the list was slower or faster before', () => {
    const marked = {
      ...batch,
      processedCount: 600,
      updatedAt: START + 11 * MINUTE_MS,
      paceBeforeAt: START + 10 * MINUTE_MS,
      paceBeforeCount: 400,
    };
    expect(timesOf(marked, START + 11 * MINUTE_MS)).toMatchObject({
      rowsPerMinute: 200,
      expectedEndAt: START + 13 * MINUTE_MS,
    });
  });

  it('promise no end to what does not move', () => {
    const stuck = { ...batch, paceBeforeAt: START + MINUTE_MS, paceBeforeCount: 100 };
    expect(timesOf(stuck, START + 60 * MINUTE_MS)).toMatchObject({ rowsPerMinute: 0, expectedEndAt: null });
  });

  it('promise no end while the rows that are left wait for hosts', () => {
    const waiting = { ...batch, processedCount: 999 };
    expect(timesOf(waiting, START + MINUTE_MS + 90_000).expectedEndAt).not.toBeNull();
    expect(timesOf(waiting, START + MINUTE_MS + 90_001).expectedEndAt).toBeNull();
  });

  it.each(['completed', 'cancelled'] as const)('tell how long it took until it was %s', (status) => {
    const ended = { ...batch, status, completedAt: START + 2 * MINUTE_MS, paceBeforeAt: START, paceBeforeCount: 99 };
    expect(timesOf(ended, START + 99 * MINUTE_MS)).toEqual({
      startedAt: START,
      finishedAt: START + 2 * MINUTE_MS,
      tookMs: 2 * MINUTE_MS,
      rowsPerMinute: 50,
      expectedEndAt: null,
    });
  });

  it('of a batch whose start nobody noted are its end alone', () => {
    const old = { ...batch, status: 'completed' as const, startedAt: null, completedAt: START };
    expect(timesOf(old, START + 1)).toMatchObject({ startedAt: null, finishedAt: START, tookMs: null });
  });
});
