import { isDateCode, isDateFormat, serialDate } from './serial-date';

describe('serialDate', () => {
  it.each([
    [1, 1900, '1900-01-01'],
    [59, 1900, '1900-02-28'],
    [61, 1900, '1900-03-01'],
    [46_354, 1900, '2026-11-28'],
    [46_354.5, 1900, '2026-11-28 12:00:00'],
    [46_354.395_833_333_3, 1900, '2026-11-28 09:30:00'],
    [46_353.999_999_9, 1900, '2026-11-28'],
    [0.25, 1900, '06:00:00'],
    [0, 1904, '1904-01-01'],
    [44_892, 1904, '2026-11-28'],
    [2_958_465, 1900, '9999-12-31'],
  ] as const)('writes %d since %d as %s', (serial, epoch, text) => {
    expect(serialDate(serial, epoch)).toBe(text);
  });

  it.each([-1, 2_958_466, NaN, Infinity])('knows no date %d', (serial) => {
    expect(serialDate(serial, 1900)).toBeNull();
  });
});

describe('which formats show a date', () => {
  it.each(['dd.mm.yyyy', 'yyyy"年"m"月"d"日"', '[$-409]h:mm AM/PM', '[h]:mm', 'mmm\\-yy', 'TT.MM.JJJJ hh:mm'])(
    '%s',
    (code) => {
      expect(isDateCode(code)).toBe(true);
    },
  );

  it.each(['General', '0.00" days"', '#,##0_);[Red](#,##0)', '0.00E+00', '@', '"d"0', '\\d0', '_d0'])(
    'not %s',
    (code) => {
      expect(isDateCode(code)).toBe(false);
    },
  );

  it('knows those that every workbook has', () => {
    expect([0, 13, 14, 22, 23, 45, 49].map(isDateFormat)).toEqual([false, false, true, true, false, true, false]);
  });
});
