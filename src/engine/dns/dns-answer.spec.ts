import type { Answer } from 'dns-packet';
import { readAnswer } from './dns-answer';
import { A, MX } from './dns-question';

const soa = (name: string, ttl: number, minimum: number): Answer => ({
  name,
  type: 'SOA',
  ttl,
  data: { mname: 'ns.test', rname: 'root.test', minimum },
});
const alias = (name: string, data: string, ttl = 300): Answer => ({ name, type: 'CNAME', ttl, data });
const host = (name: string, data: string, ttl = 300): Answer => ({ name, type: 'A', ttl, data });

function read(answers: Answer[], authorities: Answer[] = [], rcode = 0): ReturnType<typeof readAnswer<string>> {
  return readAnswer({ rcode, answers, authorities }, 'a.test', A);
}

describe('readAnswer', () => {
  it('takes the records and the least of their TTLs', () => {
    const answers = [host('A.test', '192.0.2.1', 90), host('a.test', '192.0.2.2', 30)];
    expect(read(answers)).toEqual({ kind: 'records', records: ['192.0.2.1', '192.0.2.2'], ttl: 30 });
  });

  it('follows aliases in any order of the records, and counts their TTLs', () => {
    const answers = [host('c.test', '192.0.2.1'), alias('b.test', 'C.test.', 20), alias('a.test', 'b.test')];
    expect(read(answers)).toEqual({ kind: 'records', records: ['192.0.2.1'], ttl: 20 });
  });

  it('passes over records of other names', () => {
    expect(read([host('evil.test', '192.0.2.66'), host('a.test', '192.0.2.1')])).toMatchObject({
      records: ['192.0.2.1'],
    });
  });

  it.each([
    ['a loop', [alias('a.test', 'b.test'), alias('b.test', 'a.test')], 'alias loop'],
    ['an alias of itself', [alias('a.test', 'a.test')], 'alias loop'],
    ['records of other names alone', [host('evil.test', '192.0.2.66')], 'answer to another question'],
  ])('learns nothing from %s', (_what, answers, detail) => {
    expect(read(answers)).toEqual({ kind: 'error', detail });
  });

  it('hands back the name that the chain ends at', () => {
    expect(read([alias('a.test', 'b.else', 40)])).toEqual({ kind: 'alias', target: 'b.else', ttl: 40 });
  });

  it('does not take the SOA of the alias for word about its target', () => {
    expect(read([alias('a.test', 'b.else')], [soa('test', 60, 60)])).toMatchObject({ kind: 'alias', target: 'b.else' });
    expect(read([alias('a.test', 'b.else')], [soa('else', 60, 60)])).toEqual({ kind: 'no_data', ttl: 60 });
  });

  it('keeps an absence for the lesser of the TTL of the SOA and its minimum', () => {
    expect(read([], [soa('test', 900, 120)])).toEqual({ kind: 'no_data', ttl: 120 });
    expect(read([], [soa('test', 90, 120)], 3)).toEqual({ kind: 'not_found', ttl: 90 });
    expect(read([], [], 3)).toEqual({ kind: 'not_found', ttl: 0 });
  });

  it('does not take a referral for an absence', () => {
    const referral: Answer = { name: 'test', type: 'NS', ttl: 300, data: 'ns.test' };
    expect(read([], [referral])).toEqual({ kind: 'error', detail: 'referral' });
    expect(read([], [referral, soa('test', 60, 60)])).toEqual({ kind: 'no_data', ttl: 60 });
  });

  it('counts a TTL with the highest bit set as zero', () => {
    expect(read([host('a.test', '192.0.2.1', 0x80000000)])).toMatchObject({ kind: 'records', ttl: 0 });
  });

  it('reads 64 MX records of a thousand', () => {
    const answers = Array.from({ length: 1_000 }, (_, i): Answer => {
      return { name: 'a.test', type: 'MX', ttl: 300, data: { preference: i, exchange: `MX${i}.test.` } };
    });
    const answer = readAnswer({ rcode: 0, answers, authorities: [] }, 'a.test', MX);
    expect(answer).toMatchObject({ kind: 'records' });
    expect(answer.kind === 'records' && answer.records.length).toBe(64);
    expect(answer.kind === 'records' && answer.records[3]).toEqual({ exchange: 'mx3.test', preference: 3 });
  });
});
