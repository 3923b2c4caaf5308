import { Secret, TOTP } from 'otpauth';

/** What every app knows: six digits, a new code each 30 s, by HMAC-SHA1. */
const PERIOD_S = 30;
const OPTIONS = { issuer: 'Email Validation Service', algorithm: 'SHA1', digits: 6, period: PERIOD_S };
/** Time steps that a clock may be off, either way (RFC 6238 5.2). */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that apps read from a picture (`otpauth://…`). */
export function totpUri(secret: string, label: string): string {
  return new TOTP({ ...OPTIONS, label, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step (RFC 6238 4.2) that a code is of, if it is one of now or of a step beside it; else null. @param now in milliseconds since the epoch */
export function totpStep(secret: string, code: string, now: number): number | null {
  // The library throws at six characters of more bytes than six.
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_S) + delta;
}
