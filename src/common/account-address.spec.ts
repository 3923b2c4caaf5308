import { accountAddressFault, normaliseAccountAddress } from './account-address';

const fault = (text: string): string | null => accountAddressFault(normaliseAccountAddress(text));

describe('addresses of accounts', () => {
  it.each([
    [' Jane@Example.ORG ', 'jane@example.org'],
    ['JÖRG@example.org', 'jörg@example.org'],
    ['jo\u0308rg@example.org', 'j\u00f6rg@example.org'],
  ])('are compared in one form: %j', (text, form) => {
    expect(normaliseAccountAddress(text)).toBe(form);
    expect(fault(text)).toBeNull();
  });

  it('are measured in the form in which they are stored', () => {
    expect(fault(`${'a'.repeat(242)}@example.org`)).toBeNull();
    expect(fault(`${'a'.repeat(243)}@example.org`)).toMatch(/254 octets/);
    expect(fault(`${'İ'.repeat(120)}@example.org`)).toMatch(/254 octets/);
  });

  it.each([
    'nobody',
    'a@b@c',
    'a b@c',
    'vic\u200btim@x.test',
    'vic\u202etim@x.test',
    'ｖictim@x.test',
    'ﬁn@x.test',
    '@x',
    'x@',
  ])('are none: %j', (text) => {
    expect(fault(text)).toMatch(/must be an e-mail address/);
  });
});
