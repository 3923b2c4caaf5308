import { parseAddress } from '../syntax/parse-address';
import { classifyLists, type ListFacts, type ListOptions } from './classify-lists';
import { FREE_PROVIDERS } from './data/free-providers';
import { isDisposableMxHost } from './disposable';

function lists(input: string, options?: ListOptions): ListFacts {
  const result = parseAddress(input);
  if (!result.ok) throw new Error(`${input}: ${result.fault.message}`);
  return classifyLists(result.address, options);
}

describe('disposable domains', () => {
  it.each([
    'mailinator.com',
    'MAILINATOR.com',
    'any.sub.mailinator.com',
    'yopmail.com',
    'guerrillamail.com',
    'gmial.com',
    'sale.craigslist.org',
  ])('%s is one', (domain) => {
    expect(lists(`joe@${domain}`).isDisposable).toBe(true);
  });

  it.each([
    'gmail.com',
    'google.com',
    'microsoft.com',
    'fastmail.com',
    'mit.edu',
    'duck.com',
    'mozmail.com',
    'privaterelay.appleid.com',
    'joe.simplelogin.com',
    'addy.io',
    'proton.me',
    'craigslist.org',
    'ubicloud.com',
    'lendscape.com',
  ])('%s is none', (domain) => {
    expect(lists(`joe@${domain}`).isDisposable).toBe(false);
  });

  it('a listed public suffix condemns none of its customers', () => {
    for (const domain of ['shop.com.ar', 'firm.web.id', 'home.ddns.net', 'me.dns.army', 'szkola.edu.pl']) {
      expect([domain, lists(`joe@${domain}`).isDisposable]).toEqual([domain, false]);
    }
  });

  it('no free provider is one', () => {
    expect([...FREE_PROVIDERS].filter((domain) => lists(`joe@${domain}`).isDisposable)).toEqual([]);
  });

  it("the operator's word beats the lists", () => {
    const options = { allow: new Set(['mailinator.com']), deny: new Set(['burner.example', 'mailinator.com']) };
    expect(lists('joe@mailinator.com', options).isDisposable).toBe(false);
    expect(lists('joe@a.burner.example', options).isDisposable).toBe(true);
    expect(lists('joe@yopmail.com', options).isDisposable).toBe(true);
  });

  it('mail hosts of throw-away services are known, hosts for everybody never', () => {
    expect(isDisposableMxHost('mail2.mailinator.com')).toBe(true);
    expect(isDisposableMxHost('MX.Yopmail.com')).toBe(true);
    expect(isDisposableMxHost('aspmx.l.google.com')).toBe(false);
    expect(isDisposableMxHost('route1.mx.cloudflare.net')).toBe(false);
    expect(isDisposableMxHost('mx.company.com')).toBe(false);
  });
});

describe('role accounts', () => {
  it.each([
    'info',
    'Postmaster',
    'no-reply',
    'customer.service',
    'sales2',
    'support+eu',
    'kontakt',
    'rrhh',
    'biuro',
    'list-request',
  ])('%s is one', (local) => {
    expect(lists(`${local}@company.com`).isRole).toBe(true);
  });

  it.each([
    'paris',
    'sydney',
    'joe.doe',
    'salesman',
    'information.desk.joe',
    'infoman',
    '2016',
    'sales2019',
    'dev.patel',
  ])('%s is none', (local) => {
    expect(lists(`${local}@company.com`).isRole).toBe(false);
  });
});

describe('free providers and relays', () => {
  it('are told apart', () => {
    expect(lists('joe@gmail.com')).toMatchObject({ isFree: true, isRelay: false });
    expect(lists('joe@pm.me')).toMatchObject({ isFree: true, isRelay: false });
    expect(lists('joe@x.anonaddy.com')).toMatchObject({ isFree: false, isRelay: true });
    expect(lists('joe@company.com')).toMatchObject({ isFree: false, isRelay: false });
  });
});

describe('look-alikes', () => {
  it.each(['exаmple.com', 'gmаil.com', 'раураl.com', 'аррӏе한.com'])('%s is one', (domain) => {
    expect(lists(`joe@${domain}`).isLookAlike).toBe(true);
  });

  it.each(['example.com', 'müller.de', '例子.测试', 'ソニーsony.jp', 'почта.рф', 'bücher.de', 'ελλάδα.gr'])(
    '%s is none',
    (domain) => {
      expect(lists(`joe@${domain}`).isLookAlike).toBe(false);
    },
  );
});

describe('provider rules', () => {
  it.each([
    ['joe_doe@gmail.com', 'gmail_characters'],
    ["o'neil@gmail.com", 'gmail_characters'],
    ['joe-doe@googlemail.com', 'gmail_characters'],
    ['"joe..doe"@gmail.com', 'gmail_characters'],
    ['üser@gmail.com', 'gmail_characters'],
    ['+tag@gmail.com', 'gmail_characters'],
    [`${'a'.repeat(31)}@gmail.com`, 'gmail_length'],
  ])('%s cannot be', (input, rule) => {
    expect(lists(input).providerRuleViolation).toBe(rule);
  });

  it.each([
    'joe.doe@gmail.com',
    'joedoe+any_tag-at-all@gmail.com',
    'a@gmail.com',
    `${'a.'.repeat(29)}a@gmail.com`,
    'joe_doe@company.com',
    '_joe@hotmail.com',
    'x@yahoo.com',
  ])('%s may be', (input) => {
    expect(lists(input).providerRuleViolation).toBeNull();
  });

  it('a short name at Gmail is a hint and no more', () => {
    expect(lists('joe@gmail.com').isUnusualForProvider).toBe(true);
    expect(lists('joedoe@gmail.com').isUnusualForProvider).toBe(false);
    expect(lists('_joe@hotmail.com').isUnusualForProvider).toBe(true);
    expect(lists('joe.doe@hotmail.com').isUnusualForProvider).toBe(false);
  });
});
