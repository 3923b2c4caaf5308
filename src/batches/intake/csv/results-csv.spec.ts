import Papa from 'papaparse';
import { SUB_STATUSES, STATUSES, type Status, type Verification } from '../../../engine';
import { ResultsCsv } from './results-csv';
import type { StoredLine } from './stored-line';
import { readResults, RESULT_COLUMNS, toRowResult, writeResults, type RowResult } from './row-result';

const VALID: RowResult = ['valid', null, 97, true, true, false, false, false, null, 1];
const INVALID: RowResult = ['invalid', 'mailbox_not_found', 2, true, false, false, null, true, 'a@gmail.com', 1];
const UNKNOWN: RowResult = ['unknown', 'greylisted', 50, true, null, false, null, false, null, 0];

const OURS =
  'status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used';

describe('ResultsCsv', () => {
  it("puts our ten columns behind the caller's", () => {
    expect(new ResultsCsv(['Name', ' Email ']).header()).toBe(`Name, Email ,${OURS}\r\n`);
  });

  it('gives a name that is taken a prefix, as often as it takes, in any case', () => {
    const header = new ResultsCsv(['email', 'STATUS', ' Confidence', 'validation_confidence', 'status']).header();
    expect(header.trimEnd().split(',').slice(5, 8)).toEqual([
      'validation_status',
      'sub_status',
      'validation_validation_confidence',
    ]);
  });

  it('takes names that objects know already, and defuses those that a spreadsheet would run', () => {
    expect(new ResultsCsv(['__proto__', 'email', '=1+1', 'a,"b"']).header()).toBe(
      `__proto__,email,'=1+1,"a,""b""",${OURS}\r\n`,
    );
  });

  it('starts with a byte order mark only when asked', () => {
    expect(new ResultsCsv(['email']).header().startsWith('email')).toBe(true);
    expect(new ResultsCsv(['email'], { byteOrderMark: true }).header().startsWith('\ufeffemail')).toBe(true);
  });

  it('writes each kind of row in order', () => {
    const text = new ResultsCsv(['email', 'x']).rows(
      ['a@b.co,"1,5"', 'b@b.co,', ',x', 'c@b.co,'],
      [VALID, INVALID, UNKNOWN, null],
    );
    expect(text.split('\r\n')).toEqual([
      'a@b.co,"1,5",valid,,97,true,true,false,false,false,,1',
      'b@b.co,,invalid,mailbox_not_found,2,true,false,false,,true,a@gmail.com,1',
      ',x,unknown,greylisted,50,true,,false,,false,,0',
      'c@b.co,,,,,,,,,,,',
      '',
    ]);
  });

  const none = ','.repeat(RESULT_COLUMNS.length);

  it.each([
    [
      'all' as const,
      ["n,a@b.co,valid,,97,true,true,false,false,false,,1,x,'=1", `n,b@b.co${none},,y`, `n,c@b.co${none}`, ''],
    ],
    ['original' as const, ["n,a@b.co,x,'=1", 'n,b@b.co,,y', 'n,c@b.co', '']],
  ])('puts cells that have no column at the very end of their row: %s', (columns, rows) => {
    const starts: StoredLine[] = [['n,a@b.co', "x,'=1"], ['n,b@b.co', ',y'], 'n,c@b.co'];
    const text = new ResultsCsv(['name', 'email'], { columns }).rows(starts, [VALID, null, null]);
    expect(text.split('\r\n')).toEqual(rows);
  });

  it('has as many cells in every row as in the header, for every status and sub-status', () => {
    const results = STATUSES.flatMap((status) =>
      [null, ...SUB_STATUSES[status]].map((sub): RowResult => [status, sub, 0, false, null, true, null, true, null, 0]),
    );
    const file = new ResultsCsv(['email']);
    const text = file.header() + file.rows(new Array<string>(results.length).fill('a@b.co'), [...results]);
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data.map((row) => [row['status'], row['sub_status']])).toEqual(results.map((row) => [row[0], row[1] ?? '']));
  });

  it('defuses and quotes the suggestion', () => {
    const suggesting = (didYouMean: string): RowResult => [
      'invalid',
      null,
      0,
      false,
      null,
      false,
      null,
      false,
      didYouMean,
      0,
    ];
    const text = new ResultsCsv(['email']).rows(
      ['x', 'y'],
      [suggesting('+a@gmail.com'), suggesting('"a,b"@gmail.com')],
    );
    expect(text).toContain(",'+a@gmail.com,0\r\n");
    expect(text).toContain(',"""a,b""@gmail.com",0\r\n');
  });

  it('filters by status', () => {
    const statuses = new Set<Status>(['valid', 'unknown']);
    const text = new ResultsCsv(['email'], { statuses }).rows(['a', 'b', 'c', 'd'], [VALID, INVALID, UNKNOWN, null]);
    expect(text.split('\r\n').map((line) => line.slice(0, 3))).toEqual(['a,v', 'c,u', '']);
    expect(new ResultsCsv(['email'], { statuses: new Set() }).rows(['a'], [VALID])).toBe('');
  });
});

describe('the results of a chunk', () => {
  it('come back from their blob as they were, unanswered rows too', async () => {
    const results = [VALID, null, INVALID, UNKNOWN, null];
    expect(await readResults(await writeResults(results))).toEqual(results);
    expect(await readResults(await writeResults([]))).toEqual([]);
  });

  it('are made of a verification, part by part in the order of the columns', () => {
    const verification: Verification = {
      email: 'a@gmial.com',
      normalised: 'a@gmial.com',
      status: 'risky',
      subStatus: 'disposable',
      confidence: 40,
      mxFound: true,
      smtpValid: true,
      isDisposable: true,
      isCatchAll: false,
      isRoleAccount: false,
      didYouMean: 'a@gmail.com',
      evidence: {
        layer: 'lists',
        by: null,
        mxHost: null,
        replyCode: null,
        enhancedCode: null,
        text: null,
        provider: null,
        isFreeProvider: false,
        durationMs: 1,
      },
      retryAfterSeconds: null,
    };
    expect(toRowResult(verification, 1)).toEqual([
      'risky',
      'disposable',
      40,
      true,
      true,
      true,
      false,
      false,
      'a@gmail.com',
      1,
    ]);
    expect(toRowResult(verification, 1)).toHaveLength(RESULT_COLUMNS.length);
    const atGoogle = { ...verification, evidence: { ...verification.evidence, provider: 'google' } };
    const result = toRowResult(atGoogle, 1);
    expect(result.slice(RESULT_COLUMNS.length)).toEqual(['google', false]);
    const row = new ResultsCsv(['email']).rows(['a@gmial.com'], [result]);
    expect(row).toBe('a@gmial.com,risky,disposable,40,true,true,true,false,false,a@gmail.com,1\r\n');
  });
});
