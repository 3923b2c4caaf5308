import { classifyReply } from '../replies/classify-reply';
import { isSameReply } from './decide-control';
import { templatesOf } from './reply-template';

function said(localPart: string, line: string): readonly string[] {
  const recipient = `${localPart}@example.test`;
  const lines = [line.replaceAll('{address}', recipient).replaceAll('{local}', localPart)];
  return templatesOf(classifyReply({ code: 550, lines }, { stage: 'rcpt', echoes: { recipient } }), localPart);
}

describe('the form of a reply', () => {
  it.each([
    ['the address', '5.1.1 <{address}> zorp'],
    ['the local part alone', 'Zorp {local} blivet'],
    ['the local part in quotes', 'Zorp "{local}" blivet'],
  ])('is the same to everybody but for %s', (_, line) => {
    expect(isSameReply(said('anna', line), said('bert.smith', line))).toBe(true);
  });

  it.each([
    ['an id', 'zorp (id 4XkQ9z2)', 'zorp (id 4XkQ9z3)'],
    ['a time', 'zorp at 12:00:01', 'zorp at 12:00:07'],
    ['an address of a machine', 'zorp [192.0.2.7]', 'zorp [192.0.2.8]'],
  ])('is the same to everybody but for %s', (_, one, other) => {
    expect(isSameReply(said('anna', one), said('bert', other))).toBe(true);
  });

  it('is the same where a local part is a word of it', () => {
    expect(isSameReply(said('zorp', 'zorp blivet'), said('bert', 'zorp blivet'))).toBe(true);
  });

  it.each([
    ['words', 'zorp blivet', 'zorp blurb'],
    ['enhanced codes', '5.1.1 zorp', '5.2.1 zorp'],
  ])('differs with %s', (_, one, other) => {
    expect(isSameReply(said('anna', one), said('bert', other))).toBe(false);
  });
});
