import { decode, encode, type Packet } from 'dns-packet';
import * as fc from 'fast-check';
import { readAnswer } from './dns-answer';
import { decodeReply, encodeQuery, type Query } from './dns-message';
import { A, AAAA, MX } from './dns-question';
import { runs } from '../../../test/support/runs';

const NAME = 'ok.test';

function replyTo(query: Query, changes: Packet = {}): Buffer {
  return encode({
    type: 'response',
    id: query.id,
    questions: [{ name: NAME, type: 'MX' }],
    answers: [{ name: NAME, type: 'MX', ttl: 300, data: { preference: 10, exchange: 'mx.ok.test' } }],
    ...changes,
  });
}

describe('encodeQuery', () => {
  it('asks for recursion, with EDNS of 1232 bytes', () => {
    const packet = decode(encodeQuery(NAME, 'MX', true).bytes);
    expect(packet).toMatchObject({
      flag_rd: true,
      flag_qr: false,
      questions: [{ name: NAME, type: 'MX', class: 'IN' }],
    });
    expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: 1232 }]);
  });

  it('can leave EDNS out', () => {
    expect(decode(encodeQuery(NAME, 'A', false).bytes).additionals).toEqual([]);
  });

  it('takes another id each time', () => {
    const ids = new Set(Array.from({ length: 200 }, () => encodeQuery(NAME, 'MX', true).id));
    expect(ids.size).toBeGreaterThan(190);
  });
});

describe('decodeReply', () => {
  const query = encodeQuery(NAME, 'MX', true);

  it('reads the reply to the query, whatever the case of the question', () => {
    const message = replyTo(query, { questions: [{ name: 'oK.TesT', type: 'MX' }] });
    expect(decodeReply(message, query)).toMatchObject({ kind: 'reply', rcode: 0, answers: [{ name: NAME }] });
  });

  it.each<[string, Packet]>([
    ['another id', { id: query.id ^ 1 }],
    ['another name', { questions: [{ name: 'ok.tesu', type: 'MX' }] }],
    ['a longer name', { questions: [{ name: 'x.ok.test', type: 'MX' }] }],
    ['another type', { questions: [{ name: NAME, type: 'A' }] }],
    ['another class', { questions: [{ name: NAME, type: 'MX', class: 'CH' }] }],
    ['two questions', { questions: Array.from({ length: 2 }, () => ({ name: NAME, type: 'MX' as const })) }],
    ['no question', { questions: [] }],
    ['a query', { type: 'query' }],
  ])('takes no notice of %s', (_what, changes) => {
    expect(decodeReply(replyTo(query, changes), query)).toBeNull();
  });

  it('believes a failure without the question, but never an absence', () => {
    const bare = (flags: number): Buffer => replyTo(query, { questions: [], answers: [], flags });
    expect(decodeReply(bare(1), query)).toMatchObject({ kind: 'reply', rcode: 1 });
    expect(decodeReply(bare(2), query)).toMatchObject({ kind: 'reply', rcode: 2 });
    expect(decodeReply(bare(3), query)).toBeNull();
    expect(decodeReply(bare(0), query)).toBeNull();
  });

  it('finds every cut-off message malformed', () => {
    const message = replyTo(query, {
      answers: [
        { name: NAME, type: 'MX', ttl: 300, data: { preference: 10, exchange: 'mx.ok.test' } },
        { name: 'mx.ok.test', type: 'AAAA', ttl: 300, data: '2a00::1' },
      ],
    });
    for (let length = query.questionEnd; length < message.length; length++) {
      expect(decodeReply(message.subarray(0, length), query)).toEqual({ kind: 'malformed' });
    }
  });

  it('does not believe counts that the message has no room for', () => {
    const message = replyTo(query);
    message.writeUInt16BE(0xffff, 6);
    expect(decodeReply(message, query)).toEqual({ kind: 'malformed' });
  });

  it('reads the upper bits of the reply code from EDNS', () => {
    const message = replyTo(query, {
      answers: [],
      additionals: [
        {
          name: '.',
          type: 'OPT',
          udpPayloadSize: 1232,
          extendedRcode: 1,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: [],
        },
      ],
    });
    expect(decodeReply(message, query)).toMatchObject({ kind: 'reply', rcode: 16 });
  });

  describe('with bytes from an enemy', () => {
    const types = [MX, A, AAAA];

    /** Reads them as any of our questions; throws when something grows beyond its bounds. */
    function read(message: Buffer): void {
      const reply = decodeReply(message, query);
      if (reply?.kind !== 'reply') return;
      for (const type of types) {
        const answer = readAnswer<unknown>(reply, NAME, type);
        if (answer.kind === 'records') expect(answer.records.length).toBeLessThanOrEqual(type.maxRecords);
        if (answer.kind !== 'error') expect(answer.ttl).toBeGreaterThanOrEqual(0);
      }
    }

    it('never throws on anything at all', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
          read(Buffer.from(bytes));
        }),
        { numRuns: runs(2_000) },
      );
    });

    it('never throws on anything behind a right header and question', () => {
      const head = replyTo(query, { answers: [] });
      fc.assert(
        fc.property(
          fc.uint8Array({ maxLength: 600 }),
          fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 }),
          (tail, counts) => {
            const message = Buffer.concat([head, tail]);
            counts.forEach((count, section) => message.writeUInt16BE(count, 6 + 2 * section));
            read(message);
          },
        ),
        { numRuns: runs(5_000) },
      );
    });

    it('never throws on a good reply with some bytes changed', () => {
      const good = replyTo(query, {
        answers: [
          { name: NAME, type: 'CNAME', ttl: 60, data: 'b.test' },
          { name: 'b.test', type: 'MX', ttl: 60, data: { preference: 1, exchange: 'mx.b.test' } },
          { name: 'b.test', type: 'A', ttl: 60, data: '127.0.0.1' },
          { name: 'b.test', type: 'TXT', ttl: 60, data: 'text' },
        ],
      });
      fc.assert(
        fc.property(
          fc.array(
            fc.tuple(fc.integer({ min: query.questionEnd, max: good.length - 1 }), fc.integer({ max: 255, min: 0 })),
          ),
          (changes) => {
            const message = Buffer.from(good);
            for (const [offset, octet] of changes) message.writeUInt8(octet, offset);
            read(message);
          },
        ),
        { numRuns: runs(5_000) },
      );
    });

    it('reads the longest message of compression pointers in little time', () => {
      const message = Buffer.alloc(16_384);
      replyTo(query, { answers: [] }).copy(message);
      const start = query.questionEnd;
      // A chain of pointers, each to the one before, and records whose names begin at its end.
      for (let offset = start; offset < 8_192; offset += 2) message.writeUInt16BE(0xc000 | (offset - 2), offset);
      message.writeUInt16BE(1_400, 6);
      const before = process.cpuUsage();
      read(message);
      // A pointer that leads back to itself, once followed, is followed for ever.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(30);
    });
  });
});
