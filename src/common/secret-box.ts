import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets that must be read again, encrypted at rest: AES-256-GCM under a key that HKDF-SHA256 (RFC 5869) derives from the
 * service's secret, so that a copy of the database alone opens nothing. Bound to a context (whose it is), which no other
 * row can take its place in.
 */
export class SecretBox {
  private readonly key: Buffer;

  /** @param purpose tells keys for different things apart */
  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  }

  /** Base64. */
  close(plain: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv).setAAD(Buffer.from(context));
    const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
  }

  /** Null: closed under another secret or for another context, or changed since. */
  open(closed: string, context: string): string | null {
    const bytes = Buffer.from(closed, 'base64');
    const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
    if (tag.length < TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
