import * as ipaddr from 'ipaddr.js';
import type SMTPPool from 'nodemailer/lib/smtp-pool';

/** Settings of these names. */
export interface SubmissionSettings {
  SMTP_SUBMISSION_URL: string;
  MAIL_FROM: string;
}

const TIMEOUT_MS = 15_000;

/**
 * `smtps://` speaks TLS at once (port 465), `smtp://` by STARTTLS (port 587), without which nothing is sent but to this very
 * machine: links and the password would travel in the clear. Files and addresses of the web are never read into a mail.
 */
export function submissionOptions({ SMTP_SUBMISSION_URL }: SubmissionSettings): SMTPPool.Options {
  const { protocol, hostname, port, username, password } = new URL(SMTP_SUBMISSION_URL);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    pool: true,
    maxConnections: 2,
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isThisMachine(host),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS * 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');
}
