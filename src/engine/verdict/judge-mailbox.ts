import type { AddressFacts, ProbeFacts } from './facts';
import { judgeAcceptance, judgeThrottledRecipient } from './judge-acceptance';
import { judgeClientRefusal } from './judge-client-refusal';
import { invalid, risky, unknown, type Judgement } from './judgement';

/** What the mail hosts' answer says of the mailbox. */
export function judgeMailbox(facts: AddressFacts): Judgement {
  const { mailbox } = facts;
  switch (mailbox?.kind) {
    case 'probed':
      return judgeProbe(mailbox, facts);
    case 'smtp_disabled':
      return unknown('smtp_disabled', { confidence: 50, layer: 'dns' });
    case 'proxy_down':
      return unknown('failed_smtp_connection', { confidence: 30, retryable: true, layer: 'proxy' });
    case 'deadline':
      return unknown('timeout_exceeded', { confidence: 40, layer: 'smtp' });
    case 'exception':
    case undefined:
      return unknown('exception_occurred', { confidence: 40, layer: 'smtp' });
  }
}

/** One line per outcome: the second half of the reply classifier. */
function judgeProbe(probe: ProbeFacts, facts: AddressFacts): Judgement {
  const { layer } = probe;
  switch (probe.classified.outcome) {
    case 'accepted':
    case 'accepted_unverified':
      return judgeAcceptance(probe, facts);
    case 'recipient_throttled':
      return judgeThrottledRecipient(probe, facts);

    case 'mailbox_not_found':
      return isLastingNo(probe) ? judgeNotFound(probe) : judgePassingNo(probe);
    case 'mailbox_disabled':
      if (!isLastingNo(probe)) return judgePassingNo(probe);
      return invalid('mailbox_disabled', { confidence: 5, smtpValid: false, layer });
    case 'mailbox_moved':
      if (!isLastingNo(probe)) return judgePassingNo(probe);
      return invalid('mailbox_moved', { confidence: 5, smtpValid: false, layer });
    case 'mailbox_full':
      return judgeFull(probe);

    case 'domain_not_accepted':
      if (!probe.everyHostSaid || isPassing(probe)) return judgePassingNo(probe);
      return invalid('does_not_accept_mail', { confidence: 6, smtpValid: false, layer });
    case 'smtputf8_required':
      // Mail for an address outside of ASCII has no way through a host without SMTPUTF8 (RFC 6531 3.1); about an ASCII
      // address the same words are about our command.
      if (!facts.address.needsSmtputf8) return judgeBreach(probe);
      if (isTemporaryCode(probe)) return judgePassingNo(probe);
      if (probe.everyHostSaid) return invalid('smtputf8_not_supported', { confidence: 5, layer });
      return unknown('mail_server_did_not_respond', { confidence: 30, layer });

    case 'recipient_restricted':
      return unknown('recipient_restricted', { confidence: 45, layer });
    case 'relay_denied':
    case 'unclassified':
      // A refusal of this recipient that does not say whether the mailbox exists. Relay refusals are as often a mail host
      // that serves known clients only as a wrong MX record: never a "no", even from every host.
      return unknown('recipient_restricted', { confidence: 35, layer });
    case 'sender_blocked':
      return judgeClientRefusal(probe);

    case 'greylisted':
      return unknown('greylisted', { confidence: 50, retryable: true, layer });
    case 'throttled':
      return unknown('throttled', { confidence: 50, retryable: true, layer });
    case 'verify_in_progress':
    case 'separate_transaction':
      return unknown('mail_server_temporary_error', { confidence: 50, retryable: true, layer });
    case 'temp_failure':
      return unknown('mail_server_temporary_error', { confidence: 45, retryable: true, layer });

    // Refused, filtered and unreachable are one answer: else the verdict would be a port scan for whoever owns the domain.
    case 'connect_timeout':
    case 'connect_refused':
    case 'tls_failed':
      // The proxy may work again by the next attempt of a batch.
      return unknown('failed_smtp_connection', { confidence: 30, retryable: layer === 'proxy', layer });
    case 'banner_timeout':
    case 'reply_timeout':
      return unknown('mail_server_did_not_respond', { confidence: 40, layer });
    case 'dropped':
      return unknown('forcible_disconnect', { confidence: 40, layer });
    case 'out_of_resources':
      return unknown('exception_occurred', { confidence: 40, retryable: true, layer });
    case 'aborted':
      return unknown('timeout_exceeded', { confidence: 40, layer });

    case 'ok':
    case 'protocol_error':
    case 'ehlo_unsupported':
    case 'tls_unavailable':
      return judgeBreach(probe);
  }
}

/**
 * The host broke the protocol. No local error: a domain's owner could else have checks for nothing. Never a "no" about the
 * mailbox.
 */
function judgeBreach(probe: ProbeFacts): Judgement {
  const { layer, stage, classified } = probe;
  const code = classified.code ?? 0;
  // No host had replied yet: a local error.
  if (stage === 'connect') return unknown('exception_occurred', { confidence: 40, layer });
  if (code >= 400 && code < 500) {
    return unknown('mail_server_temporary_error', { confidence: 40, retryable: true, layer });
  }
  if (code >= 500 && stage === 'rcpt') return unknown('recipient_restricted', { confidence: 30, layer });
  return unknown('mail_server_did_not_respond', { confidence: 40, layer });
}

/** Only a lasting code at RCPT can say that a mailbox is not there, and only in words that are not a guess. */
function isLastingNo(probe: ProbeFacts): boolean {
  return probe.stage === 'rcpt' && !isPassing(probe);
}

function isPassing({ classified: { code, certainty, reason } }: ProbeFacts): boolean {
  return code === null || code < 500 || certainty === 'low' || reason === 'temporary';
}

function judgeNotFound({ classified, layer }: ProbeFacts): Judgement {
  // X.1.3 (RFC 3463 3.2): the host finds the address itself malformed, by a narrower grammar than the parser's.
  const subStatus = classified.enhanced === '5.1.3' ? 'failed_syntax_check' : 'mailbox_not_found';
  return invalid(subStatus, { confidence: classified.certainty === 'high' ? 3 : 8, smtpValid: false, layer });
}

/** A "no" that may be another one tomorrow, comes from one host of several, or rests on a guess. */
function judgePassingNo(probe: ProbeFacts): Judgement {
  const { layer } = probe;
  return isTemporaryCode(probe)
    ? unknown('mail_server_temporary_error', { confidence: 30, retryable: true, layer })
    : unknown('recipient_restricted', { confidence: 30, layer });
}

/** False without a reply: a host may also show by what it offers that it can't take an address. */
const isTemporaryCode = ({ classified: { code } }: ProbeFacts): boolean => code !== null && code < 500;

/** Full means that the mailbox exists; a 4xx alone proves nothing. Full and abandoned is nearly gone. */
function judgeFull({ classified, stage, layer }: ProbeFacts): Judgement {
  if (stage !== 'rcpt') return unknown('mail_server_temporary_error', { confidence: 45, retryable: true, layer });
  const isLasting = (classified.code ?? 0) >= 500;
  const confidence = classified.reason === 'abandoned' ? 12 : isLasting ? 30 : 40;
  return risky('mailbox_quota_exceeded', { confidence, smtpValid: isLasting ? true : null, layer });
}
