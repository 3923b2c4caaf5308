import { ReplyForm } from './reply-form';

const reply = (...lines: string[]) => ({ code: 250, lines });

describe('the form of replies to one command', () => {
  it.each([
    ['the very same', '2.0.0 Ok', '2.0.0 Ok'],
    ['another id', '2.0.0 Ok: queued as 4XkQ9z2', '2.0.0 Ok: queued as 4XkQ9z3'],
  ])('is kept by %s', (_, first, second) => {
    const form = new ReplyForm();
    expect([form.fits(reply(first)), form.fits(reply(second))]).toEqual([true, true]);
  });

  it.each([
    ['other words', 'Reset OK', 'Accepted'],
    ['another enhanced code', '2.0.0 Ok', '2.1.5 Ok'],
  ])('is not kept by %s', (_, first, second) => {
    const form = new ReplyForm();
    const fits = [first, second, second, first].map((line) => form.fits(reply(line)));
    expect(fits).toEqual([true, false, false, true]);
  });
});
