import { email, name } from './values';

describe('what the command line takes for names and addresses', () => {
  it('is what the interface for people takes', () => {
    expect(email(' Jane@Example.ORG ')).toBe('jane@example.org');
    expect(name(' Zoe\u0308 ')).toBe('Zo\u00eb');
  });

  it.each(['nobody', 'vic\u200btim@x.test', `${'a'.repeat(250)}@x.test`, `${'\u0130'.repeat(120)}@x.test`])(
    'no address: %j',
    (text) => {
      expect(() => email(text)).toThrow(/^It must (be an e-mail address|not be greater than 254 octets)$/);
    },
  );

  it.each(['', ' ', 'a\nb', 'a\u202eb', '\u3164', 'a'.repeat(256)])('no name: %j', (text) => {
    expect(() => name(text)).toThrow(/^It (is|must)/);
  });
});
