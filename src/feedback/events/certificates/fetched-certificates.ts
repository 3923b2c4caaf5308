import { X509Certificate, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CertificateUnavailableError } from '../feedback-provider';
import type { CertificateSource } from './certificate-source';
import type { GuardedAnswer } from '../../../common/guarded-fetch';

const MINUTE = 60_000;
/** One a region and year, as a rule. */
const MOST_KEPT = 100;
const KEPT_MS = 24 * 60 * MINUTE;
/** So that made-up addresses can't make us fetch at will. */
const MOST_REFUSED = 1_000;
const REFUSED_MS = MINUTE;
/** Shorter than SNS waits between two attempts (20 s), of which it makes three by default. */
const UNREACHABLE_MS = 10_000;
const MOST_A_MINUTE = 20;

export interface FetchedCertificatesOptions {
  /** See `GuardedFetch.get`. */
  readonly get: (url: string) => Promise<GuardedAnswer>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** X.509 certificates from the addresses that messages name, each fetched once a day; failures are remembered for a while. */
export class FetchedCertificates implements CertificateSource {
  private readonly keys: LRUCache<string, KeyObject>;
  private readonly refused: LRUCache<string, string>;
  private readonly underWay = new Map<string, Promise<KeyObject>>();
  private minute = { startedAt: 0, fetches: 0 };

  constructor(private readonly options: FetchedCertificatesOptions) {
    const perf = { now: options.now };
    this.keys = new LRUCache({ max: MOST_KEPT, ttl: KEPT_MS, ttlResolution: 0, perf });
    this.refused = new LRUCache({ max: MOST_REFUSED, ttl: REFUSED_MS, ttlResolution: 0, perf });
  }

  async certificateFor(url: string): Promise<KeyObject> {
    const known = this.keys.get(url);
    if (known) return known;
    const refusal = this.refused.get(url);
    if (refusal !== undefined) throw new CertificateUnavailableError(refusal);
    const fetching = this.underWay.get(url) ?? this.fetch(url);
    this.underWay.set(url, fetching);
    try {
      return await fetching;
    } finally {
      this.underWay.delete(url);
    }
  }

  private async fetch(url: string): Promise<KeyObject> {
    this.countFetch();
    const { status, body } = await this.options.get(url).catch((fault: unknown) => {
      throw this.refuse(url, fault, UNREACHABLE_MS);
    });
    try {
      if (status !== 200) throw new Error(`the answer was ${status}.`);
      const { key, validUntil } = readCertificate(body, this.options.now());
      this.keys.set(url, key, { ttl: Math.min(KEPT_MS, validUntil - this.options.now()) });
      return key;
    } catch (fault) {
      throw this.refuse(url, fault, REFUSED_MS);
    }
  }

  private refuse(url: string, fault: unknown, forMs: number): CertificateUnavailableError {
    const reason = `The certificate could not be fetched: ${fault instanceof Error ? fault.message : 'unknown'}`;
    this.refused.set(url, reason, { ttl: forMs });
    return new CertificateUnavailableError(reason);
  }

  private countFetch(): void {
    const now = this.options.now();
    if (now - this.minute.startedAt >= MINUTE) this.minute = { startedAt: now, fetches: 0 };
    if (this.minute.fetches >= MOST_A_MINUTE)
      throw new CertificateUnavailableError('Too many certificates were asked for within a minute.');
    this.minute.fetches += 1;
  }
}

function readCertificate(pem: Buffer, now: number): { key: KeyObject; validUntil: number } {
  const certificate = new X509Certificate(pem);
  const [validFrom, validUntil] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (!(validFrom <= now && now < validUntil)) throw new Error('The certificate is not valid at this time.');
  if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error("The certificate's key is not of RSA.");
  return { key: certificate.publicKey, validUntil };
}
