import type { Stage } from './outcome';

/** What the rules are applied to. */
export interface ReplyFacts {
  stage: Stage;
  code: number;
  enhanced: string | null;
  /** `1.10` of `5.1.10`: the subject and detail, whatever the class says. */
  subject: string | null;
  /** See `ReplyWords`. */
  words: string;
  prose: string;
  namesRecipient: boolean;
  /** `ReplyWords.namesAddress`. */
  namesRecipientsAddress: boolean;
  /** The words name another path (`<user@elsewhere>`): only 551 means it. */
  namesAnAddress: boolean;
  /** The MX host's name in lower case, or `''`. */
  mxHost: string;
}

export const isTemporary = (facts: ReplyFacts): boolean => facts.code >= 400 && facts.code < 500;
export const isPermanent = (facts: ReplyFacts): boolean => facts.code >= 500;
/** Before RCPT a reply is about the host or the client, whatever its code. */
export const isAboutRecipient = (facts: ReplyFacts): boolean => facts.stage === 'rcpt' || facts.stage === 'data';
export const isMicrosoft = (facts: ReplyFacts): boolean => /\.(outlook\.com|mx\.microsoft)$/.test(facts.mxHost);
