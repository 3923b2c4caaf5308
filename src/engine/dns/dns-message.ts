import { randomInt } from 'node:crypto';
import { decode, encode, RECURSION_DESIRED, type Answer, type RecordType } from 'dns-packet';

/** What a UDP reply may weigh without being cut into fragments on any path (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232;
const HEADER_BYTES = 12;
/** The smallest record: root name, type, class, TTL, length. */
const MIN_RECORD_BYTES = 11;
const QR_FLAG = 0x8000;
const OPCODE_MASK = 0x7800;
const TC_FLAG = 0x0200;

/** Reply codes that we tell apart (RFC 1035 4.1.1, RFC 6891 6.1.3). */
export const RCODE = { noError: 0, formErr: 1, servFail: 2, nxDomain: 3, notImp: 4, refused: 5, badVers: 16 } as const;

/** A question on its way, with the bytes that were sent. */
export interface Query {
  id: number;
  bytes: Buffer;
  /** Offset of the first byte after the question section. */
  questionEnd: number;
}

export type Reply =
  | { kind: 'reply'; rcode: number; answers: Answer[]; authorities: Answer[] }
  /** TC is set: the whole answer is to be had over TCP (RFC 7766). */
  | { kind: 'truncated' }
  | { kind: 'malformed' };

/** A recursive query with an unpredictable id (RFC 5452 9.2). `name` has to be a host name. */
export function encodeQuery(name: string, type: RecordType, edns: boolean): Query {
  const id = randomInt(0x10000);
  const bytes = encode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ name, type }],
    additionals: edns
      ? [
          {
            name: '.',
            type: 'OPT',
            udpPayloadSize: UDP_PAYLOAD_BYTES,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
  // Length octet, name, root octet, type and class.
  return { id, bytes, questionEnd: HEADER_BYTES + name.length + 2 + 4 };
}

/**
 * Reads what came back. Null: not the reply to this query (other id, other question, not a reply at all), so whoever
 * sent it may not end the query (RFC 5452 9.1). Never throws; works in time linear in the message.
 */
export function decodeReply(message: Buffer, query: Query): Reply | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(0) !== query.id) return null;
  const flags = message.readUInt16BE(2);
  if ((flags & QR_FLAG) === 0 || (flags & OPCODE_MASK) !== 0) return null;
  const rcode = flags & 0xf;
  const failed = rcode !== RCODE.noError && rcode !== RCODE.nxDomain;
  const questions = message.readUInt16BE(4);
  // A server that could not read the question need not repeat it.
  if (failed && questions === 0) return { kind: 'reply', rcode, answers: [], authorities: [] };
  if (questions !== 1 || !repeatsQuestion(message, query)) return null;
  if (failed) return { kind: 'reply', rcode, answers: [], authorities: [] };
  if ((flags & TC_FLAG) !== 0) return { kind: 'truncated' };
  return decodeSections(message, rcode, query);
}

function repeatsQuestion(message: Buffer, query: Query): boolean {
  if (message.length < query.questionEnd) return false;
  for (let offset = HEADER_BYTES; offset < query.questionEnd; offset++) {
    if (foldCase(message[offset] ?? 0) !== foldCase(query.bytes[offset] ?? 0)) return false;
  }
  return true;
}

/** Length octets, types and classes of our questions lie outside `A` to `Z`, so every octet may be folded. */
function foldCase(octet: number): number {
  return octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet;
}

function decodeSections(message: Buffer, rcode: number, query: Query): Reply {
  const records = message.readUInt16BE(6) + message.readUInt16BE(8) + message.readUInt16BE(10);
  // The decoder believes the counts: a dozen bytes could make it work for 196,605 records.
  if (records * MIN_RECORD_BYTES > message.length - query.questionEnd) return { kind: 'malformed' };
  try {
    const { answers = [], authorities = [], additionals = [] } = decode(message);
    // It also reads addresses past the end of a message that was cut off (as zeros); the count of bytes shows it.
    if (!(decode.bytes <= message.length)) return { kind: 'malformed' };
    return { kind: 'reply', rcode: rcode | (extendedRcode(additionals) << 4), answers, authorities };
  } catch {
    return { kind: 'malformed' };
  }
}

function extendedRcode(additionals: Answer[]): number {
  for (const record of additionals) if (record.type === 'OPT') return record.extendedRcode;
  return 0;
}
