import { listed } from './listed-phrases';
import { DISABLED } from './disabled.phrases';
import { FULL } from './full.phrases';
import { NOT_FOUND } from './not-found.phrases';

/** Phrases about the mailbox that was asked for. */
export const RECIPIENT = {
  ...FULL,
  ...DISABLED,
  ...NOT_FOUND,

  /** The host quotes another host's answer about the recipient. */
  quoted: listed('recipient.quoted'),
  acceptedUnverified: listed('recipient.accepted-unverified'),
  knownToExist: listed('recipient.known-to-exist'),

  /** Nouns for the recipient only. */
  named: listed('recipient'),
  subject: listed('recipient.subject'),

  syntax: listed('recipient.syntax'),
  accessDenied: listed('recipient.access-denied'),
  restrictedButExists: listed('recipient.restricted-but-exists'),
  restricted: listed('recipient.restricted'),
  rejectedAlone: listed('recipient.rejected-alone'),
  moved: listed('recipient.moved'),

  /** A temporary refusal, whatever the code. */
  later: listed('later'),
};
