import { nextReset } from './allowance';

const at = (text: string): number => Date.parse(`${text}Z`);

describe('nextReset', () => {
  it.each([
    ['2026-01-15T10:00', '2026-01-15T10:00', '2026-02-15T10:00'],
    ['2026-01-15T10:00', '2026-02-15T09:59', '2026-02-15T10:00'],
    ['2026-01-15T10:00', '2026-02-15T10:00', '2026-03-15T10:00'],
    ['2026-01-31T00:00', '2026-01-31T00:00', '2026-02-28T00:00'],
    ['2026-01-31T00:00', '2026-02-28T00:00', '2026-03-31T00:00'],
    ['2024-01-31T00:00', '2024-02-01T00:00', '2024-02-29T00:00'],
    ['2026-01-15T10:00', '2029-07-20T00:00', '2029-08-15T10:00'],
  ])('set at %s, after %s: full again at %s', (setAt, now, reset) => {
    expect(new Date(nextReset(at(setAt), at(now))).toISOString()).toBe(new Date(at(reset)).toISOString());
  });
});
