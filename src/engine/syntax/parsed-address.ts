/** A well-formed mailbox (RFC 5321 4.1.2 with RFC 6531), ready for the wire. */
export interface ParsedAddress {
  /** The local part as it goes on the wire, quoted where it must be; case kept. */
  localPart: string;
  /** The domain as A-labels in lower case (RFC 5890), or `[…]` for an address literal. */
  domain: string;
  /** The domain as U-labels. */
  unicodeDomain: string;
  /** The key for caches and duplicates: the local part with its ASCII letters in lower case, `@`, `domain`. */
  normalised: string;
  /** An address literal such as `[192.0.2.1]` (RFC 5321 4.1.3): well-formed, never dialled. */
  isAddressLiteral: boolean;
  /** The local part had to stay quoted. */
  isQuoted: boolean;
  /** The local part is not ASCII: needs SMTPUTF8 (RFC 6531 3.1). */
  needsSmtputf8: boolean;
}
