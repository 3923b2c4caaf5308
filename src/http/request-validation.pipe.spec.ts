import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ArgumentMetadata, Type } from '@nestjs/common';
import { BatchListQuery } from '../batches/api/batch-list-query';
import { BatchPath } from '../batches/api/batch-path';
import { DownloadQuery, FileQuery, toResultsCsvOptions } from '../batches/api/download-query';
import { FeedbackEventsQuery } from '../feedback/api/feedback.requests';
import { LedgerQuery, UsageQuery } from '../management/credits.requests';
import { MemberPath } from '../management/organization.paths';
import { TokenListQuery } from '../management/token-list-query';
import { UnreadBody } from '../common/unread-body';
import { EvidenceQuery } from '../validation/evidence-query';
import { ValidateSingleRequest } from '../validation/validate-single.request';
import { RequestValidationPipe } from './request-validation.pipe';

const pipe = new RequestValidationPipe();

async function judge(type: ArgumentMetadata['type'], metatype: Type, value: unknown): Promise<unknown> {
  try {
    return await pipe.transform(type === 'body' ? unread(value) : value, { type, metatype });
  } catch (error) {
    const { kind, message } = error as Error & { kind?: string };
    return `${kind ?? 'fault of ours'}: ${message}`;
  }
}

/** A body that comes out as `value`; undefined: nobody has said how to read it. */
function unread(value: unknown): unknown {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  const request = Object.assign(Readable.from([Buffer.from(text)]), {
    headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
  });
  return new UnreadBody(request as unknown as IncomingMessage, { maxBytes: 1000, withinMs: 1000 });
}

/** As Node reads a query: without a prototype. */
const query = (text: string): object =>
  Object.assign(Object.create(null) as object, Object.fromEntries(new URLSearchParams(text)));

const malformed = (sentence: string): string => `malformed_request: ${sentence}`;
const ID = malformed('An id in the path must be a positive integer.');
const BEFORE = malformed('The before parameter is a positive integer.');
const SOURCE = malformed('The source_id parameter is a positive integer, or 0.');
const LIMIT = malformed('The limit parameter is a whole number from 1 to 100.');
const STATUS = malformed('The status filter takes valid, catch_all, risky, invalid, unknown, unchecked.');
const BOM = malformed('The bom parameter is true or false.');
const BATCH_ID = malformed('The batch id must be a positive integer.');
const unknown = (name: string, known: string): string =>
  malformed(`The ${name} parameter is not known here; those that are: ${known}.`);
const firstPage = { before: null, limit: 20, status: null, name: null };

describe('RequestValidationPipe', () => {
  it.each<[string, unknown]>([
    ['', firstPage],
    ['before=&status=&name=%20', firstPage],
    ['before=12&limit=5&status=completed&name=%20May%20', { before: 12, limit: 5, status: 'completed', name: 'May' }],
    ['before=99999999999', { ...firstPage, before: 2_147_483_647 }],
    [`name=${'x'.repeat(300)}`, { ...firstPage, name: 'x'.repeat(255) }],
    ['before=0', BEFORE],
    ['before=01', BEFORE],
    ['before=1.5', BEFORE],
    ['limit=', LIMIT],
    ['limit=0', LIMIT],
    ['limit=101', LIMIT],
    ['limit=1e1', LIMIT],
    ['before=x&limit=x&status=x', BEFORE],
    ['limit=x&status=x', LIMIT],
  ])('reads which batches are listed: %s', async (text, expected) => {
    const judged = await judge('query', BatchListQuery, query(text));
    expect(judged).toEqual(expected);
  });

  it.each<[Type, string, unknown]>([
    [BatchListQuery, 'statsu=completed', unknown('statsu', 'before, limit, name, status')],
    [BatchListQuery, 'limit=x&nobody=knows', unknown('nobody', 'before, limit, name, status')],
    [BatchListQuery, '__proto__=x', unknown('__proto__', 'before, limit, name, status')],
    [BatchListQuery, 'constructor=y', unknown('constructor', 'before, limit, name, status')],
    [UsageQuery, `${'x'.repeat(900)}=`, unknown(`${'x'.repeat(40)}…`, 'days')],
    [FileQuery, 'utm_source=x&__proto__=x&constructor=y', { bom: false, columns: 'all', format: 'csv' }],
    [EvidenceQuery, '_=1', { evidence: false }],
  ])('refuses names that %p does not know, unless others may add some: %s', async (dto, text, expected) => {
    expect(await judge('query', dto, query(text))).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['source_id=0', 0],
    ['source_id=7', 7],
    ['source_id=', null],
    ['source_id=-1', SOURCE],
    ['source_id=00', SOURCE],
    ['before=0', BEFORE],
  ])('reads whose events are listed: %s', async (text, expected) => {
    const judged = await judge('query', FeedbackEventsQuery, query(text));
    expect(typeof judged === 'string' ? judged : (judged as FeedbackEventsQuery).source_id).toEqual(expected);
  });

  it('takes no parameter twice, but for names and statuses', async () => {
    expect(await judge('query', BatchListQuery, { before: ['1', '2'] })).toBe(BEFORE);
    expect(await judge('query', BatchListQuery, { limit: ['1', '2'] })).toBe(LIMIT);
    expect(await judge('query', BatchListQuery, { name: ['a', 'b'] })).toEqual(firstPage);
    expect(await judge('query', DownloadQuery, { bom: ['1', '1'] })).toBe(BOM);
    expect(await judge('query', DownloadQuery, { status: ['valid, unknown', 'invalid'] })).toEqual({
      bom: false,
      columns: 'all',
      status: ['valid', 'unknown', 'invalid'],
    });
  });

  it.each<[string, unknown]>([
    ['', { byteOrderMark: false, columns: 'all' }],
    ['bom=1', { byteOrderMark: true, columns: 'all' }],
    ['bom=true&status=valid', { byteOrderMark: true, statuses: new Set(['valid']), columns: 'all' }],
    ['bom=0', { byteOrderMark: false, columns: 'all' }],
    ['columns=address', { byteOrderMark: false, columns: 'address' }],
    ['columns=some', malformed('The columns parameter is one of all, original, results, address.')],
    ['bom=', BOM],
    ['bom=yes', BOM],
    ['status=', STATUS],
    ['status=valid,', STATUS],
    ['status=VALID&bom=yes', STATUS],
  ])('reads which rows are downloaded: %s', async (text, expected) => {
    const judged = await judge('query', DownloadQuery, query(text));
    expect(judged instanceof DownloadQuery ? toResultsCsvOptions(judged) : judged).toEqual(expected);
  });

  it.each<[Type, string, unknown]>([
    [LedgerQuery, '', { before: null, limit: 50 }],
    [UsageQuery, '', { days: 30 }],
    [UsageQuery, 'days=366', { days: 366 }],
    [UsageQuery, 'days=367', malformed('The days parameter is a whole number from 1 to 366.')],
    [TokenListQuery, '', { before: null, limit: 100 }],
    [TokenListQuery, 'before=', malformed('The before parameter is the id of one of your tokens.')],
    [TokenListQuery, `before=${'0'.repeat(36)}`, { before: '0'.repeat(36), limit: 100 }],
  ])('reads %p: %s', async (dto, text, expected) => {
    expect(await judge('query', dto, query(text))).toEqual(expected);
  });

  it('reads ids in paths, whatever else stands in them', async () => {
    expect(await judge('param', MemberPath, { organizationId: 'x', accountId: '7' })).toEqual({ accountId: 7 });
    expect(await judge('param', MemberPath, { accountId: '-7' })).toBe(ID);
    expect(await judge('param', BatchPath, { id: '9'.repeat(30) })).toEqual({ id: '9'.repeat(30) });
    expect(await judge('param', BatchPath, { id: '0' })).toBe(BATCH_ID);
  });

  it('lets be what is no DTO', async () => {
    expect(await judge('param', Number, '7')).toBe('7');
    expect(await judge('query', Boolean, undefined)).toBeUndefined();
  });

  it('judges bodies by their shape first, then by the rules of their fields', async () => {
    expect(await judge('body', ValidateSingleRequest, { email: ' a@example.org ' })).toEqual({
      email: 'a@example.org',
    });
    expect(await judge('body', ValidateSingleRequest, { mail: 1, email: 2 })).toBe(
      'fields_invalid: The mail field is not known here.',
    );
    expect(await judge('body', ValidateSingleRequest, { email: [[[[[[]]]]]] })).toMatch(/nested more than 4/);
    expect(await judge('body', ValidateSingleRequest, {})).toBe('fields_invalid: The email field is required.');
  });

  it('says what a route with a body lacks when nobody read it', async () => {
    expect(await judge('body', ValidateSingleRequest, undefined)).toBe(
      'fault of ours: @Body() needs @JsonBody() on the same route.',
    );
  });
});
