import { LEDGER_CURSOR_PATTERN, readLedgerCursor, writeLedgerCursor, type LedgerCursor } from './ledger-cursor';

describe('the cursor of the folded ledger', () => {
  const token = '0b8f6a52-3a0e-4c0e-9e0a-3f6f5d1c2b4a';
  it.each<LedgerCursor>([
    { entryId: null, checks: null },
    { entryId: 12, checks: null },
    { entryId: null, checks: { day: 20_785, accountId: 7, tokenId: '' } },
    { entryId: 2_147_483_647, checks: { day: 20_785, accountId: 0, tokenId: token } },
  ])('comes back as it was written: %j', (cursor) => {
    expect(readLedgerCursor(writeLedgerCursor(cursor))).toEqual(cursor);
    expect(writeLedgerCursor(cursor)).toMatch(new RegExp(LEDGER_CURSOR_PATTERN));
  });

  it.each(['', 'x', '12', '12.1', '12.1.2', '-1.', '12.1.2.OR 1=1', '99999999999.', "12.1.2.'"])(
    'is not %j',
    (text) => {
      expect(readLedgerCursor(text)).toBeNull();
      // Empty stands for the first page.
      expect(new RegExp(LEDGER_CURSOR_PATTERN).test(text)).toBe(text === '');
    },
  );
});
