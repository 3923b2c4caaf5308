import type { FeedbackEvent } from './feedback-event';
import type { FeedbackProviderName } from './provider-names';

export { FEEDBACK_PROVIDERS, type FeedbackProviderName } from './provider-names';

/** A request at a source's address, before anything in it is believed. */
export interface FeedbackRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The very bytes that were sent, after `Content-Encoding`. */
  readonly body: Buffer;
  /** The address as the provider was given it (Mandrill signs it). */
  readonly url: string;
}

/** What a source knows to check its provider by. */
export interface SourceTrust {
  /** Keys of signatures that hold now: one, or two while one replaces the other; none where the provider signs nothing. */
  readonly secrets: readonly string[];
  /** SES: the topic that the source was bound to; absent until the first. */
  readonly topicArn?: string;
}

/** Whether a request is its provider's. A `reason` is a sentence for the account's holder. */
export type Verification =
  | {
      readonly ok: true;
      /** Told twice is told once: remembered for a day per source. */
      readonly replayKey?: string;
      /** SES: the topic that the message is of; a source without one is bound to it. */
      readonly topicArn?: string;
    }
  | { readonly ok: false; readonly reason: string };

/** What a body holds. */
export interface FeedbackContent {
  readonly events: readonly FeedbackEvent[];
  /** SES: a subscription that waits for its confirmation, at an address that we built. */
  readonly confirmation?: { readonly topicArn: string; readonly url: string; readonly token: string };
  /** SES: the topic that published it; its subscription is confirmed, whoever did that. */
  readonly publishedBy?: string;
}

/** Why a request was not taken; the adapter names the status code that makes its provider do the right thing. */
export type FeedbackTrouble = 'bad_signature' | 'malformed' | 'busy' | 'disabled';

/** All that differs from provider to provider. */
export interface FeedbackProvider {
  readonly name: FeedbackProviderName;
  /** Whether requests carry a signature at all; where they don't, the token of the address is all there is. */
  readonly signs: boolean;
  /** Its form has limits of ours: whoever passes them must hear of it in the answer, however large the body is. */
  readonly hasOurLimits?: true;
  /**
   * Checks the signature over the raw bytes.
   *
   * @param now for the age that a signature may have
   * @throws {MalformedFeedbackError} when the body is none of this provider's
   * @throws {CertificateUnavailableError} when what it takes to check can't be had for the moment: `busy`
   */
  verify(request: FeedbackRequest, trust: SourceTrust, now: Date): Promise<Verification>;
  /**
   * Reads the events of a verified body, pure and without a clock.
   *
   * @throws {MalformedFeedbackError} when the body is none of this provider's
   */
  read(request: FeedbackRequest): FeedbackContent;
  /** What keeps this check from ever working with that key: a sentence that says which is meant; undefined: nothing. Pure. */
  secretFault(secret: string): string | undefined;
  /** The status code for a trouble (section 8 of each provider's manual: again later, or never again). */
  statusFor(trouble: FeedbackTrouble): number;
}

/** The body is not what this provider sends; the message says what was expected. */
export class MalformedFeedbackError extends Error {}

/** A certificate can't be had for the moment, or what is at its address is none. The message is for the log. */
export class CertificateUnavailableError extends Error {}
