import { TOTP } from 'otpauth';
import { totpStep } from './totp';

describe('the step that a code is of', () => {
  const secret = 'JBSWY3DPEHPK3PXP';
  const now = Date.UTC(2026, 0, 5, 10);
  const code = new TOTP({ secret }).generate({ timestamp: now });

  it('is that of the time of the code', () => {
    expect(totpStep(secret, code, now)).toBe(now / 30_000);
  });

  it.each(['', '12345', '1234567', 'ÙØ¦§£ü', '１２３４５６', 'abcdef', `${code}\n`, '😀😀😀'])(
    'is none for %j',
    (text) => {
      expect(totpStep(secret, text, now)).toBeNull();
    },
  );
});
