import type { KeyObject } from 'node:crypto';

/** Where the public keys come from that providers name by an address. */
export interface CertificateSource {
  /**
   * The key of the certificate at an address that was found good.
   *
   * @throws {CertificateUnavailableError} when it can't be had for the moment, or what is there is no valid certificate
   */
  certificateFor(url: string): Promise<KeyObject>;
}
