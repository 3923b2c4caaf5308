import { ForbiddenAddressError, HttpNotAllowedError } from '../../common/guarded-fetch';
import { attemptOf, failureOf } from './attempt';

const answer = (status: number, headers: Record<string, string> = {}, body = '') =>
  attemptOf({ status, headers, body: Buffer.from(body, 'latin1') }, 0);

it.each([200, 201, 202, 204, 299])('takes %s for success', (status) => {
  expect(answer(status)).toMatchObject({ error: null, httpStatus: status, isOut: false, isGone: false });
});

it.each([
  [301, 'redirect', false, false],
  [308, 'redirect', false, false],
  [400, 'status', false, false],
  [404, 'status', false, false],
  [410, 'status', false, true],
  [429, 'status', true, false],
  [500, 'status', false, false],
  [502, 'status', true, false],
  [503, 'status', true, false],
  [504, 'status', true, false],
  [101, 'status', false, false],
])('takes %s for a failure: %s', (status, error, isOut, isGone) => {
  expect(answer(status)).toMatchObject({ error, isOut, isGone });
});

it('hears what a receiver asks for, unless it succeeded', () => {
  expect([answer(429, { 'retry-after': '30' }).asksMs, answer(200, { 'retry-after': '30' }).asksMs]).toEqual([
    30_000, 0,
  ]);
});

it('keeps of a body what every database takes', () => {
  expect(answer(500, {}, 'a\0b\nc\xff\x1b').response).toBe('a\uFFFDb\nc\uFFFD\uFFFD');
  expect(answer(500).response).toBeNull();
});

it.each([
  [new HttpNotAllowedError(), 'http_not_allowed'],
  [new ForbiddenAddressError(), 'forbidden_address'],
  [Object.assign(new Error('x'), { name: 'TimeoutError' }), 'timeout'],
  [Object.assign(new Error('x'), { name: 'AbortError', code: 'ABORT_ERR' }), 'timeout'],
  [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'dns'],
  [Object.assign(new Error('x'), { code: 'ESERVFAIL' }), 'dns'],
  [Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'tls'],
  [Object.assign(new Error('x'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'tls'],
  [Object.assign(new Error('x'), { code: 'EPROTO' }), 'tls'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'connection'],
  [Object.assign(new Error('x'), { code: 'ETIMEDOUT' }), 'connection'],
  [new Error('x'), 'connection'],
])('calls a fault by its name: %o', (fault, error) => {
  expect(failureOf(fault)).toMatchObject({ error, httpStatus: null, isOut: true, isGone: false });
});
