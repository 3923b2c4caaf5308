import { isSpecialUseDomain } from './special-use';

describe('isSpecialUseDomain', () => {
  it.each(['ok.test', 'a.b.invalid', 'printer.local', 'x.onion', 'example.com', 'mail.example.org', '1.in-addr.arpa'])(
    'knows %s',
    (domain) => {
      expect(isSpecialUseDomain(domain)).toBe(true);
    },
  );

  it.each(['example.co.uk', 'myexample.com', 'test.com', 'local.gov.uk', 'mail.com', 'corp.google.com'])(
    'leaves %s alone',
    (domain) => {
      expect(isSpecialUseDomain(domain)).toBe(false);
    },
  );
});
