import { isIP } from 'node:net';
import type { Answer } from 'dns-packet';
import * as ipaddr from 'ipaddr.js';
import type { MxRecord } from '../ports';
import { canonicalName } from './dns-name';

/** One record type that we ask for, and how its records are read. */
export interface QuestionType<T> {
  /** The mnemonic of the type (RFC 1035 3.2.2, RFC 3596). */
  name: 'MX' | 'A' | 'AAAA';
  /** Records beyond this number are left out: nobody means them, and somebody may mean harm. */
  maxRecords: number;
  /** The record, or null when it is not one of this type or not well-formed. */
  read(answer: Answer): T | null;
}

export const MX: QuestionType<MxRecord> = {
  name: 'MX',
  maxRecords: 64,
  read(answer) {
    if (answer.type !== 'MX') return null;
    return { exchange: canonicalName(answer.data.exchange), preference: answer.data.preference ?? 0 };
  },
};

export const A: QuestionType<string> = {
  name: 'A',
  maxRecords: 16,
  read: (answer) => (answer.type === 'A' && isIP(answer.data) === 4 ? answer.data : null),
};

export const AAAA: QuestionType<string> = {
  name: 'AAAA',
  maxRecords: 16,
  read: (answer) =>
    answer.type === 'AAAA' && isIP(answer.data) === 6 ? ipaddr.IPv6.parse(answer.data).toRFC5952String() : null,
};
