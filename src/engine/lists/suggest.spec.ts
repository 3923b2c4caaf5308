import { parse } from 'tldts';
import fixture from '../../../test/fixtures/suggestions.json';
import { parseAddress } from '../syntax/parse-address';
import { TLD_TYPOS } from './data/tld-typos';
import { TYPO_DOMAINS } from './data/typo-domains';
import { suggestDomain, suggestionBeyond, suggestionFor, suggestionForDotless, suggestLocalPart } from './suggest';

function suggestion(input: string, evidenceIsWeak: boolean): string | null {
  const result = parseAddress(input);
  if (!result.ok) throw new Error(result.fault.message);
  return suggestionFor(result.address, evidenceIsWeak);
}

describe('suggestDomain, on the lists that the project keeps,', () => {
  it('says nothing about 200 real providers and near misses, however weak the evidence', () => {
    expect(fixture.real).toHaveLength(200);
    expect(fixture.real.filter((domain) => suggestDomain(domain) !== null)).toEqual([]);
  });

  // Drawn by a seeded program from 38 providers by their use: swaps, doublings, omissions, neighbouring keys, endings.
  // Some of them (`cloud.com`) are real domains and stay unsaid: hence not all of them.
  it('finds what was meant for at least 85 of 100 typos, and seldom anything else', () => {
    expect(fixture.typos).toHaveLength(100);
    const right = fixture.typos.filter(({ typed, meant }) => suggestDomain(typed)?.domain === meant);
    expect(right.length).toBeGreaterThanOrEqual(85);
    const wrong = fixture.typos.filter(
      ({ typed, meant }) => ![meant, undefined].includes(suggestDomain(typed)?.domain),
    );
    expect(wrong.length).toBeLessThanOrEqual(3);
  });
});

describe('suggestionFor', () => {
  it('shows a known slip on any evidence, a merely near domain on weak evidence alone', () => {
    expect(suggestion('Joe.Doe+x@gmial.com', false)).toBe('Joe.Doe+x@gmail.com');
    expect(suggestion('joe@hotmayil.com', false)).toBeNull();
    expect(suggestion('joe@hotmayil.com', true)).toBe('joe@hotmail.com');
  });

  it('mends an ending that is no top-level domain, of any name', () => {
    expect(suggestion('joe@company.con', false)).toBe('joe@company.com');
    expect(suggestion('joe@gmial.con', false)).toBe('joe@gmail.com');
    expect(suggestion('joe@yahoo.co.ukk', false)).toBe('joe@yahoo.co.uk');
  });

  it('never takes a delegated top-level domain for a slip', () => {
    for (const domain of [
      'mask.io',
      'shop.co',
      'app.dev',
      'notion.so',
      'firm.cm',
      'bank.om',
      'x.ai',
      'y.me',
      'z.ee',
      'a.lv',
    ]) {
      expect(suggestion(`joe@${domain}`, true)).toBeNull();
    }
    const delegated = [...TLD_TYPOS.keys()].filter((ending) => !ending.includes('.') && parse(`x.${ending}`).isIcann);
    expect(delegated).toEqual([]);
  });

  it('sees through look-alike letters', () => {
    expect(suggestion('joe@gmаil.com', false)).toBe('joe@gmail.com');
  });

  it('knows the missing dot', () => {
    expect(suggestionForDotless('joe@gmailcom')).toBe('joe@gmail.com');
    expect(suggestionForDotless('joe@gmail')).toBe('joe@gmail.com');
    expect(suggestionForDotless('joe@Yahoo')).toBe('joe@yahoo.com');
    expect(suggestionForDotless('joe@gmial')).toBe('joe@gmail.com');
    expect(suggestionForDotless('joe@localhost')).toBeNull();
    expect(suggestionForDotless('gmailcom')).toBeNull();
  });

  it.each([
    ['gmailc.om', 'gmail.com'],
    ['yahooc.om', 'yahoo.com'],
    ['comcastn.et', 'comcast.net'],
    ['gmail.com.com', 'gmail.com'],
    ['gmial.com.com', 'gmail.com'],
    ['gmx.de.de', 'gmx.de'],
    ['gmail.com.gmail.com', 'gmail.com'],
    ['outlook.com.net', 'outlook.com'],
    ['gmila.com', 'gmail.com'],
    ['gmail.ney', 'gmail.com'],
    ['comcast.ney', 'comcast.net'],
  ])('knows %s, whatever the evidence', (typed, meant) => {
    expect(suggestion(`joe@${typed}`, false)).toBe(`joe@${meant}`);
  });

  it('never changes a dot of a real domain', () => {
    for (const domain of ['hicloud.com', 'qcloud.com', 'jcloud.com', 'mail.com', 'comcast.com']) {
      expect(suggestion(`joe@${domain}`, true)).toBeNull();
    }
  });

  it('mends a second slip in what the parser proposes', () => {
    expect(suggestionBeyond('joe@gmial.com')).toBe('joe@gmail.com');
    expect(suggestionBeyond('joe@m\u00fcller.de')).toBe('joe@m\u00fcller.de');
  });

  it('knows letters that stand for plain ones in the local part, and leaves real ones alone', () => {
    const localPartOf = (input: string): string | null => {
      const result = parseAddress(input);
      return result.ok ? suggestLocalPart(result.address) : null;
    };
    expect(localPartOf('o\ufb03ce@company.com')).toBe('office');
    expect(localPartOf('quac\u212a@company.com')).toBe('quacK');
    expect(localPartOf('\uff4aoe@company.com')).toBe('joe');
    for (const sign of '\u2018\u2019\u201b\u02bc\u00b4\u2032')
      expect(localPartOf(`o${sign}brien@company.com`)).toBe("o'brien");
    for (const sign of '\u2010\u2011\u2012\u2013\u2014\u2015\u2212') {
      expect(localPartOf(`anne${sign}marie@company.com`)).toBe('anne-marie');
    }
    for (const real of ['jos\u00e9', 'jose\u0301', '\u7528\u6237', 'office', 'stra\u00dfe', '\u2764\ufe0f']) {
      expect(localPartOf(`${real}@company.com`)).toBeNull();
    }
  });

  it('has a table that leads to real providers only, in one step', () => {
    for (const [typo, meant] of TYPO_DOMAINS) {
      expect([typo, suggestDomain(meant)]).toEqual([typo, null]);
      expect([typo, suggestDomain(typo)]).toEqual([typo, { domain: meant, strength: 'table' }]);
    }
  });

  it('has no opinion on address literals', () => {
    expect(suggestion('joe@[127.0.0.1]', true)).toBeNull();
  });
});
