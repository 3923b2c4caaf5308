import { isMixedScriptConfusable } from './confusables';

describe('names that imitate others', () => {
  it.each([
    'v\u0456ctim',
    'Vict\u03bfr Ltd',
    '\u0410pple',
    'M\u043e\u0441\u043a\u0432\u0430',
    'v\u0456ctim@example.org',
  ])('mix alphabets unseen: %j', (text) => {
    expect(isMixedScriptConfusable(text)).toBe(true);
  });

  it.each([
    'victim',
    'Zoë',
    'Московский',
    'АО Gazprom',
    'СберBank',
    'ТехноMARKET',
    'X5 Ритейл',
    'Ωmega',
    'Δelta-T Ltd',
    '株式会社ABC',
    'A/B-тест',
  ])('show what they are: %j', (text) => {
    expect(isMixedScriptConfusable(text)).toBe(false);
  });
});
