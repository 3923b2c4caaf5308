import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from '../../dashboard/src/texts/de';
import { en } from '../../dashboard/src/texts/en';
import { environmentSchema } from '../../src/config/app-config';
import { SUB_STATUSES } from '../../src/engine';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The promise: a check costs 1 credit; the same again is free, for so long. */
const PRICE = 1;
const CLEAR_HOURS = 24;
const UNKNOWN_MINUTES = 15;

const file = (name: string): string => readFileSync(join(__dirname, '../..', name), 'utf8').replace(/\s+/g, ' ');

/** Every place that makes it, and in which words. */
const PLACES: Record<string, { text: string; words: RegExp }> = {
  'the page': {
    text: en.check.lead(CLEAR_HOURS),
    words:
      /^One credit each\. The same address again is free: for a day after a clear answer, for 15 minutes after “unknown”\.$/,
  },
  'the page in German': {
    text: de.check.lead(CLEAR_HOURS),
    words:
      /^Je ein Credit\. .* kostenlos: nach einem klaren Ergebnis einen Tag lang, nach „Unbekannt“ 15 Minuten lang\.$/,
  },
  README: {
    text: file('README.md'),
    words: /A single check costs 1 credit, 0 from the cache \(24 hours, for `unknown` 15 minutes\)/,
  },
  'the head of OpenAPI': {
    text: (JSON.parse(file('openapi.json')) as { info: { description: string } }).info.description,
    words:
      /1 credit for an address, 0 for one that .* still in the cache: conclusive answers stay there for a day, `unknown` for 15 minutes\./,
  },
  'OpenAPI, of the single check': {
    text: file('openapi.json'),
    words: /It costs 1 credit, and 0 from the cache \(conclusive answers for a day, `unknown` for 15 minutes\)/,
  },
  'OpenAPI, of its answer': {
    text: file('openapi.json'),
    words: /comes from the cache: about 24 hours for conclusive ones, 15 minutes for `unknown`\./,
  },
};

describe('what is said of price and time', () => {
  it.each(Object.entries(PLACES))('is the same on %s', (_, { text, words }) => {
    expect(text).toMatch(words);
  });

  it.each([
    [
      0,
      /^One credit each, for the same address again too\.$/,
      /^Je ein Credit, auch für dieselbe Adresse noch einmal\.$/,
    ],
    [
      0.1,
      /free: for 6 minutes after a clear answer, for 6 minutes/,
      /klaren Ergebnis 6 Minuten lang, .* 6 Minuten lang/,
    ],
    [1, /free: for 1 hour after a clear answer, for 15 minutes/, /klaren Ergebnis 1 Stunde lang, .* 15 Minuten lang/],
    [72, /free: for 3 days after a clear answer, for 15 minutes/, /klaren Ergebnis 3 Tage lang, .* 15 Minuten lang/],
  ])('is on the page what the operator set: %p hours', (hours, english, german) => {
    expect(en.check.lead(hours)).toMatch(english);
    expect(de.check.lead(hours)).toMatch(german);
  });

  it('is what the settings are', () => {
    expect(environmentSchema.parse({}).CACHE_TTL_HOURS).toBe(CLEAR_HOURS);
  });

  it('fits the advice: nobody is told to ask again before that gives another answer', () => {
    for (const { reasons } of [en.verdict, de.verdict]) {
      const waits = SUB_STATUSES.unknown
        .map((subStatus) => reasons[subStatus].advice)
        .filter((advice) => /\d/.test(advice));
      expect(waits.length).toBeGreaterThan(5);
      for (const advice of waits) expect(advice).toMatch(/\b15 (minutes or later|Minuten)/);
    }
    // Not in other words either.
    const told = JSON.stringify([en.verdict, de.verdict]);
    expect(told).not.toMatch(/\b(?!15\b)\d+ ?(?:minutes|Minuten)|(?:ten|five|zehn|fünf) (?:minutes|Minuten)/i);
  });
});

describe.each(setUps)('what is done of price and time, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it.each([
    ['unknown.1@promise.test', 'unknown', UNKNOWN_MINUTES * MINUTE_MS],
    ['valid.1@promise.test', 'valid', CLEAR_HOURS * HOUR_MS],
    ['invalid.1@promise.test', 'invalid', CLEAR_HOURS * HOUR_MS],
    ['catchall.1@promise.test', 'catch_all', CLEAR_HOURS * HOUR_MS],
  ])('%s costs a credit, and again only when its time is over', async (email, status, lifetimeMs) => {
    const { token, organizationId } = await service.customer(100, ['validate:single']);
    const check = async () => {
      const response = await fetch(`http://127.0.0.1:${service.port}/v1/validate/single`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      return (await response.json()) as { status: string; from_cache: boolean; credits_used: number };
    };
    expect(await check()).toMatchObject({ status, from_cache: false, credits_used: PRICE });
    service.clock.forward(lifetimeMs - MINUTE_MS);
    expect(await check()).toMatchObject({ status, from_cache: true, credits_used: 0 });
    service.clock.forward(2 * MINUTE_MS);
    expect(await check()).toMatchObject({ status, from_cache: false, credits_used: PRICE });
    expect(await service.balance(organizationId)).toBe(100 - 2 * PRICE);
  });
});
