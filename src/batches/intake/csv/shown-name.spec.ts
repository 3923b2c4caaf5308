import { shownName } from './shown-name';

describe('shownName', () => {
  it.each([
    ['mail\u200b', '"mail<U+200B>"'],
    ['\ufeffmail', '"<U+FEFF>mail"'],
    ['\u202eliam\u202c', '"<U+202E>liam<U+202C>"'],
    ['a\u00adb', '"a<U+00AD>b"'],
    ['a\u0007b\u007fc\u0085d', '"a<U+0007>b<U+007F>c<U+0085>d"'],
    ['\u{e0041}', '"<U+E0041>"'],
    ['a\u3164', '"a<U+3164>"'],
    ['a\ufe0f', '"a<U+FE0F>"'],
    ['\ud800', '"<U+D800>"'],
    [' a\t\n b\u00a0\u2028c ', '"a b c"'],
    ['日本 😀', '"日本 😀"'],
    ['', '""'],
  ])('shows %j as %s', (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it('cuts at 40 signs, and never within one that is written out', () => {
    expect(shownName('😀'.repeat(40))).toBe(`"${'😀'.repeat(40)}"`);
    expect(shownName('😀'.repeat(41))).toBe(`"${'😀'.repeat(39)}…"`);
    expect(shownName(`${'x'.repeat(32)}\u200b`)).toBe(`"${'x'.repeat(32)}<U+200B>"`);
    expect(shownName(`${'x'.repeat(33)}\u200b`)).toBe(`"${'x'.repeat(33)}…"`);
    expect(shownName('\u200b'.repeat(1_000_000))).toBe(`"${'<U+200B>'.repeat(4)}…"`);
  });
});
