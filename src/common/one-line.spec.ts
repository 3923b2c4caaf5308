import { lineFault, tidyLine } from './one-line';

const fault = (text: string): string | null => lineFault(tidyLine(text), 255);

describe('the rule for names', () => {
  it.each(['Jane', 'Garden Tools Ltd', '  Ёлка  ', '株式会社', 'list 1', '!', '🌵', 'Zoë', '<b>"x"</b>'])(
    'takes %j',
    (name) => {
      expect(fault(name)).toBeNull();
    },
  );

  it.each([
    ['a line break', 'a\nb'],
    ['CR', 'a\rb'],
    ['NUL', 'a\0b'],
    ['ESC', '\u001b[31mred'],
    ['DEL', 'a\u007fb'],
    ['C1', 'a\u0085b'],
    ['a zero-width space', 'vic\u200btim'],
    ['a zero-width space alone', '\u200b'],
    ['a zero-width joiner', 'vic\u200dtim'],
    ['a soft hyphen', 'vic\u00adtim'],
    ['right-to-left override', 'vic\u202etim'],
    ['an isolate', '\u2066x\u2069'],
    ['a byte order mark within', 'a\ufeffb'],
    ['a tag character', 'a\u{e0041}'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['half a pair', 'a\ud800'],
  ])('refuses %s', (_, name) => {
    expect(fault(name)).toMatch(/one line without control characters/);
  });

  it.each(['\u3164', '\u115f\u1160', '\u2800 \u2800', '\u0301'])('refuses what shows nothing: %j', (name) => {
    expect(fault(name)).toMatch(/can be seen/);
  });

  it('counts characters, and asks for some', () => {
    expect(fault('🌵'.repeat(255))).toBeNull();
    expect(fault('a'.repeat(256))).toMatch(/255 characters/);
    expect(fault(' \u00a0 ')).toBe('is required.');
  });

  it('makes one text of two spellings', () => {
    expect(tidyLine('Zoe\u0308')).toBe(tidyLine(' Zo\u00eb'));
  });
});
