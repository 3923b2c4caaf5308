import { parseMailDate, parseTime } from './event-time';

const shown = (date: Date | undefined): string | undefined => date?.toISOString();

describe('a date and time', () => {
  it.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00.000Z'],
    ['2026-01-05 10:00:00.1234567-05:00', '2026-01-05T15:00:00.123Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('%s is read', (text, time) => {
    expect(shown(parseTime(text))).toBe(time);
  });

  it.each([
    '2026-02-30T10:00:00Z',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-5',
    '',
  ])('%s is none', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('a date of mail', () => {
  it.each([
    ['Mon, 5 Jan 2026 10:00:00 +0000 (UTC)', '2026-01-05T10:00:00.000Z'],
    ['Mon,  5 Jan 26 10:00:00 +0000', '2026-01-05T10:00:00.000Z'],
    ['5 Jan 126 10:00 GMT', '2026-01-05T10:00:00.000Z'],
    ['5 Jan 99 10:00:00 EST', '1999-01-05T15:00:00.000Z'],
    ['Mon (a day), 5 (the (fifth)) Jan 2026 10 : 00 : 00 +0100', '2026-01-05T09:00:00.000Z'],
  ])('%s is read', (text, time) => {
    expect(shown(parseMailDate(text))).toBe(time);
  });

  it.each(['30 Feb 2026 10:00:00 +0000', '5 Jän 2026 10:00:00 +0000', '5 Jan 6 10:00:00 +0000', '05/01/2026'])(
    '%s is none',
    (text) => {
      expect(parseMailDate(text)).toBeUndefined();
    },
  );
});
