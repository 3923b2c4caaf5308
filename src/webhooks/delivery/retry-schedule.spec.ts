import { nextDelay, pauseOf, readRetryAfter } from './retry-schedule';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the schedule of attempts', () => {
  it('is 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h after the first, and then over', () => {
    const delays = Array.from({ length: 10 }, (_, index) => nextDelay(index + 1, 0, 0.5));
    expect(delays).toEqual([
      5000,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
      null,
    ]);
  });

  it('differs by a fifth either way', () => {
    expect([nextDelay(2, 0, 0), nextDelay(2, 0, 1)]).toEqual([4 * MINUTE, 6 * MINUTE]);
  });

  it('waits for as long as the receiver asks, an hour at most', () => {
    expect([nextDelay(1, 90_000, 0.5), nextDelay(1, 9 * HOUR, 0.5), nextDelay(4, HOUR, 0.5)]).toEqual([
      90_000,
      HOUR,
      2 * HOUR,
    ]);
  });
});

describe('the pause of an endpoint', () => {
  it('is a tenth of the time for which it fails, 4 s to a minute, and what it asks for, an hour at most', () => {
    expect([pauseOf(0, 0), pauseOf(200_000, 0), pauseOf(HOUR, 0), pauseOf(0, 90_000), pauseOf(0, 2 * HOUR)]).toEqual([
      4000,
      20_000,
      MINUTE,
      90_000,
      HOUR,
    ]);
  });
});

it.each([
  [undefined, 0],
  ['120', 120_000],
  ['Sun, 29 Nov 2026 12:01:00 GMT', MINUTE],
  ['Sun, 29 Nov 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['99999999999', 99_999_999_999_000],
  ['9'.repeat(400), Infinity],
])('reads Retry-After: %s', (text, ms) => {
  expect(readRetryAfter(text, Date.UTC(2026, 10, 29, 12))).toBe(ms);
});
