import { shownText } from './shown-text';

describe('text of a stranger on a page', () => {
  it('stays as it is where it is plain', () => {
    expect(shownText('Jörg, "O\'Neill" <joe@a.test> 日本 👩', 200)).toBe('Jörg, "O\'Neill" <joe@a.test> 日本 👩');
  });

  it('is on one line, and moves or hides nothing', () => {
    expect(shownText('a\u202eb\r\n\u2028c\u200b\u0000d\ud800e', 200)).toBe('a b c d e');
  });

  it('is cut to size, never in the middle of a character', () => {
    expect(shownText('x'.repeat(1_000_000), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(shownText('👩'.repeat(11), 10)).toBe(`${'👩'.repeat(9)}…`);
    expect(shownText('👩'.repeat(10), 10)).toBe('👩'.repeat(10));
  });
});
