import { analyzeEmail } from '@hapi/address';
import fc from 'fast-check';
import isemail from 'isemail';
import { displayAddress, formatAddress } from './format-address';
import { parseAddress, type ParsedAddress } from './parse-address';
import type { FaultCode } from './syntax-fault';
import { runs } from '../../../test/support/runs';

const LOCAL_64 = 'a'.repeat(64);
/** `a@` and labels of b, `octets` long in all. */
const longAddress = (octets: number): string => {
  const domain = `${'b'.repeat(60)}.`.repeat(4);
  return `${'a'.repeat(octets - domain.length - 4)}@${domain}com`;
};

function parsed(input: string): ParsedAddress {
  const result = parseAddress(input);
  if (!result.ok) throw new Error(`${input}: ${result.fault.code}`);
  return result.address;
}

function faultOf(input: string): { code: FaultCode; didYouMean: string | null; message: string } {
  const result = parseAddress(input);
  if (result.ok) throw new Error(`${input} was taken`);
  return result.fault;
}

describe('parseAddress takes', () => {
  it.each([
    'user@example.com',
    'USER@EXAMPLE.COM',
    'user+tag@example.com',
    'user.name@example.co.uk',
    "o'reilly@example.com",
    "!#$%&'*+/=?^_`{|}~-@example.com",
    '"john doe"@example.com',
    '"a@b"@example.com',
    '"a\\"b"@example.com',
    '"us..er"@docomo.ne.jp',
    'user@[127.0.0.1]',
    'user@[IPv6:2001:db8::1]',
    'user@example.invalidtld',
    'user@xn--80ak6aa92e.com',
    'user@bücher.de',
    'user@例子.测试',
    'usér@example.com',
    '用户@例子.广告',
    'user@exаmple.com',
    'user@ｇmail.com',
    `${LOCAL_64}@example.com`,
    longAddress(254),
    'user%host@example.com',
    '😀@example.com',
    'test+📧@gmail.com',
    '_a@example.com',
    'name_@example.com',
    'a@b--c.com',
    'a@ab--cd.com',
    'a@studio.photography',
    'a!b@example.com',
    'a#b@example.com',
    'a/b@example.com',
    'a=b@example.com',
    '-@example.com',
    '1@2.co',
    'a@1.2.3.museum',
    'user@ok.test',
    '\u2764\ufe0f@example.com',
    '1\ufe0f\u20e3@example.com',
    'user@[IPv6:1:2:3:4:5:6::]',
    'user@[IPv6:1:2:3:4::192.0.2.1]',
  ])('%s', (input) => {
    expect(parseAddress(input).ok).toBe(true);
  });
});

describe('parseAddress refuses', () => {
  it.each<[string, FaultCode, string | null]>([
    ['', 'empty', null],
    ['   ', 'empty', null],
    ['""@example.com', 'quoted_string_empty', null],
    ['john."x".doe@example.com', 'quoted_string_mixed', null],
    ['"john".doe@example.com', 'quoted_string_mixed', null],
    ['"john@example.com', 'quoted_string_unclosed', null],
    ['.user@example.com', 'local_part_dot', null],
    ['user.@example.com', 'local_part_dot', null],
    ['us..er@example.com', 'local_part_dot', null],
    ['us er@example.com', 'local_part_character', null],
    ['user @example.com', 'white_space', 'user@example.com'],
    ['user@ example.com', 'white_space', 'user@example.com'],
    ['user@exam ple.com', 'white_space', 'user@example.com'],
    ['user\u00a0@example.com', 'white_space', 'user@example.com'],
    ['user(comment)@example.com', 'comment', 'user@example.com'],
    ['user@(c)example.com', 'comment', 'user@example.com'],
    ['user@localhost', 'domain_single_label', null],
    ['user@com', 'domain_single_label', null],
    ['user@127.0.0.1', 'domain_is_ip_address', null],
    ['user@[300.1.1.1]', 'address_literal', null],
    ['user@[127.0.0.0001]', 'address_literal', null],
    ['user@[IPv6:1:2:3:4:5:6::8]', 'address_literal', null],
    ['user@[IPv6:1:2:3:4:5::192.0.2.1]', 'address_literal', null],
    ['"test\\\u00a9"@example.com', 'quoted_string_character', null],
    ['a\ufe0f@example.com', 'invisible_character', 'a@example.com'],
    ['1\ufe0f@example.com', 'invisible_character', '1@example.com'],
    ['user@[IPv6:fe80::1%eth0]', 'address_literal', null],
    ['user@[2001:db8::1]', 'address_literal', null],
    ['user@[127.0.0.1', 'address_literal', null],
    ['user@-example.com', 'domain_hyphen', null],
    ['user@example-.com', 'domain_hyphen', null],
    ['user@exa_mple.com', 'domain_character', null],
    ['user@example..com', 'domain_empty_label', 'user@example.com'],
    ['user@.example.com', 'domain_empty_label', 'user@example.com'],
    ['user@example.com.', 'domain_trailing_dot', 'user@example.com'],
    ['user@bücher.de.', 'domain_trailing_dot', 'user@bücher.de'],
    ['user@example.c', 'domain_one_letter_tld', null],
    ['user@example.123', 'domain_numeric_tld', null],
    ['user@xn--a.com', 'domain_not_idna', null],
    ['user@1א.com', 'domain_not_idna', null],
    [`a${LOCAL_64}@example.com`, 'local_part_too_long', null],
    [`${'é'.repeat(33)}@example.com`, 'local_part_too_long', null],
    [longAddress(255), 'address_too_long', null],
    [`a@${'b'.repeat(64)}.com`, 'domain_label_too_long', null],
    [`a@${'ü'.repeat(60)}.com`, 'domain_label_too_long', null],
    [`a@${'b.'.repeat(130)}com`, 'domain_too_long', null],
    ['a@b@example.com', 'several_at_signs', null],
    ['<user@example.com>', 'display_name', 'user@example.com'],
    ['User <user@example.com>', 'display_name', 'user@example.com'],
    ['"User, A." <user@müller.de>', 'display_name', 'user@müller.de'],
    ['user@example.com\n', 'control_character', 'user@example.com'],
    ['a@x.com\r\nRCPT TO:<b@y.com>', 'control_character', null],
    ['"a\nb"@example.com', 'control_character', null],
    ['user\u0000@example.com', 'control_character', null],
    ['user@example.com\u200b', 'invisible_character', 'user@example.com'],
    ['us\u00ader@example.com', 'invisible_character', 'user@example.com'],
    ['\ufeffuser@example.com', 'invisible_character', 'user@example.com'],
    ['us\u202eer@example.com', 'invisible_character', 'user@example.com'],
    ['us\ud800er@example.com', 'broken_text', null],
    ['us\ufffder@example.com', 'broken_text', null],
    ['mailto:user@example.com', 'mailto_prefix', 'user@example.com'],
    ['mailto:user@example.com?subject=Hi', 'mailto_prefix', 'user@example.com'],
    ['<mailto:user@example.com.>', 'display_name', 'user@example.com'],
    ['@a.com:user@example.com', 'source_route', 'user@example.com'],
    ['user@example,com', 'domain_character', 'user@example.com'],
    ['user@example.com,', 'trailing_punctuation', 'user@example.com'],
    ["'user@example.com'", 'outer_quotes', 'user@example.com'],
    ['user＠example.com', 'wide_at_sign', 'user@example.com'],
    ['@example.com', 'empty_local_part', null],
    ['user@', 'empty_domain', null],
    ['plainaddress', 'no_at_sign', null],
    ['a;b@example.com', 'local_part_character', null],
  ])('%j as %s', (input, code, didYouMean) => {
    const fault = faultOf(input);
    // Whatever was mended is named as the fault, so that sentence and suggestion speak of one thing.
    expect([fault.code, fault.didYouMean]).toEqual([code, didYouMean]);
  });

  it('says which character is at fault, and nothing more of the address', () => {
    expect(faultOf('se;cret@example.com').message).toMatch(/not allowed there: ;$/);
    expect(faultOf('secret@exa_mple.com').message).toMatch(/not allowed there: _$/);
    expect(faultOf('se cret@example.com').message).toMatch(/a space$/);
    expect(faultOf('secret@example,com').message).toMatch(/not allowed there: a comma$/);
    expect(faultOf('"sec\\\u{1f4e7}ret"@example.com').message).toMatch(/not allowed there: \u{1f4e7}$/u);
  });
});

describe('parseAddress normalises', () => {
  it('the domain, and the key alone in the local part', () => {
    expect(parsed('  User.Name@EXAMPLE.Com\t')).toEqual({
      localPart: 'User.Name',
      domain: 'example.com',
      unicodeDomain: 'example.com',
      normalised: 'user.name@example.com',
      isAddressLiteral: false,
      isQuoted: false,
      needsSmtputf8: false,
    });
  });

  it('an internationalised domain, which alone needs no SMTPUTF8', () => {
    expect(parsed('a@MÜLLER.de')).toMatchObject({
      domain: 'xn--mller-kva.de',
      unicodeDomain: 'müller.de',
      needsSmtputf8: false,
    });
    expect(parsed('a@xn--MLLER-kva.de').unicodeDomain).toBe('müller.de');
    expect(parsed('a@faß.de').domain).toBe('xn--fa-hia.de');
    expect(parsed('a@例子。测试').domain).toBe('xn--fsqu00a.xn--0zwm56d');
    expect(parsed('a@ｅｘａｍｐｌｅ．com').domain).toBe('example.com');
  });

  it('the local part never to punycode; composed and decomposed text are two keys', () => {
    const composed = parsed('Us\u00e9r@example.com');
    const decomposed = parsed('Use\u0301r@example.com');
    expect(composed.localPart).toBe('Us\u00e9r');
    expect(decomposed.localPart).toBe('Use\u0301r');
    expect(composed.normalised).toBe('us\u00e9r@example.com');
    expect(decomposed.normalised).toBe('use\u0301r@example.com');
    expect(composed.needsSmtputf8).toBe(true);
  });

  it('quoted strings: plain where they can be, else with the fewest backslashes', () => {
    expect(parsed('"john"@example.com')).toMatchObject({ localPart: 'john', isQuoted: false });
    expect(parsed('"\\j\\o hn\\""@example.com')).toMatchObject({ localPart: '"jo hn\\""', isQuoted: true });
    expect(parsed('"us..er"@example.com')).toMatchObject({ localPart: '"us..er"', isQuoted: true });
  });

  it('address literals to one spelling', () => {
    expect(parsed('a@[ipv6:2001:DB8::1]')).toMatchObject({ domain: '[IPv6:2001:db8::1]', isAddressLiteral: true });
    expect(parsed('a@[192.0.2.1]')).toMatchObject({ domain: '[192.0.2.1]', isAddressLiteral: true });
  });
});

/** Addresses in all shapes, and near misses of them. */
const piece = fc.oneof(
  fc.constantFrom('@', '.', '..', '"', '\\', '[', ']', '<', '>', '(', ')', ' ', '\r\n', '\0', '-', '_', '+', 'xn--'),
  fc.constantFrom('user', 'a', 'example.com', 'müller.de', '例子', 'IPv6:', '127.0.0.1', '\u200b', '\ud800', 'ﬃ', 'İ'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const nearAddress = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc
    .tuple(fc.array(piece, { maxLength: 4 }), fc.constantFrom('example.com', 'müller.de', 'ｇmail.com', '[192.0.2.1]'))
    .map(([pieces, domain]) => `${pieces.join('')}@${domain}`),
  fc.string({ unit: 'grapheme' }),
  fc.emailAddress(),
);

describe('parseAddress, whatever it is given,', () => {
  it('never throws; what it gave, formatted and parsed again, is the same', () => {
    fc.assert(
      fc.property(nearAddress, (input) => {
        const first = parseAddress(input);
        const text = first.ok ? formatAddress(first.address) : (first.fault.didYouMean ?? 'none@example.com');
        const second = parseAddress(text);
        expect(second.ok).toBe(true);
        if (!first.ok || !second.ok) return;
        expect(second.address).toEqual(first.address);
        expect(parseAddress(displayAddress(first.address))).toEqual(first);
        expect(first.address.localPart + first.address.domain).not.toMatch(/[\r\n\0]/);
      }),
      { numRuns: runs(3000) },
    );
  });

  it.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['backslashes', `"${'\\'.repeat(1_000_000)}`],
    ['brackets', `${'<'.repeat(500_000)}${'>'.repeat(500_000)}@example.com`],
    ['wide letters', `a@${'ü'.repeat(500_000)}.com`],
  ])('reads a megabyte of %s in no time', (_name, input) => {
    const started = process.cpuUsage();
    expect(faultOf(input).code).toBe('input_too_long');
    // What is quadratic takes an hour.
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(30);
  });

  it('agrees with isemail and @hapi/address on plain addresses', () => {
    // Labels that say to be encoded are judged by what they decode to; the others don't look.
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !/^..--/.test(text));
    const plain = fc
      .tuple(fc.stringMatching(/^[A-Za-z0-9._+-]{1,20}$/), fc.array(label, { minLength: 1, maxLength: 3 }))
      .map(([local, labels]) => `${local}@${labels.join('.')}.com`);
    fc.assert(
      fc.property(plain, (address) => {
        const ours = parseAddress(address).ok;
        expect(isemail.validate(address)).toBe(ours);
        expect(analyzeEmail(address) === null).toBe(ours);
      }),
      { numRuns: runs(500) },
    );
  });
});
