/** The client's names, and its time-outs. All of it is the operator's choice; nothing is derived from the address asked about. */
export interface SmtpOptions {
  /** Port of mail hosts: 25, except in tests. Never a submission port (587, 465): those answer about authentication. */
  port: number;
  /** EHLO name: a host name with forward and reverse DNS to the client's address, or an address literal. */
  heloName: string;
  /** MAIL FROM address; null is the null sender `<>` (RFC 5321 4.5.5). */
  mailFrom: string | null;
  /** Asked with once where the null sender is refused; null: not asked again. */
  mailFromWhenNullRefused: string | null;
  /** Milliseconds for one TCP connection. */
  connectTimeoutMs: number;
  /** Milliseconds for one complete reply, and for one TLS handshake. */
  commandTimeoutMs: number;
  /** Milliseconds for the greeting while nobody waits: some hosts hold it for 20 to 30 s. */
  patientGreetingTimeoutMs: number;
}

export const DEFAULT_SMTP_OPTIONS: Omit<SmtpOptions, 'heloName'> = {
  port: 25,
  mailFrom: null,
  mailFromWhenNullRefused: null,
  connectTimeoutMs: 10_000,
  commandTimeoutMs: 20_000,
  patientGreetingTimeoutMs: 45_000,
};
