import { cue, cueAnywhere } from './cue';

/** Phrases about rates: the recipient's, one transaction's, ours. */
export const THROTTLING = {
  separateTransaction: cue(
    'separate transaction',
    'multiple (destination )?(domains|regions)',
    'one recipient (per|at a time)',
    'too many recipients \\(as\\d{1,12}\\)',
  ),
  recipient: cue(
    'receiving (e?mail|messages) (too (quickly|fast)|at a rate)',
    'p=receivingrate',
    'receiving (e?mail|messages) at too high',
  ),
  connections: cue(
    'too many (concurrent |simultaneous |open |new )?(smtp |tls )?(connections|sessions)',
    '(maximum|max) number of (concurrent |simultaneous )?connections',
    'connection (frequency|rate)',
    'trop de connexions',
    'hl:icc',
    'слишком много соединений',
  ),
  errors: cue('too many (smtp |protocol |command )?errors', 'too many (bad|invalid|unknown|unrecognized) commands'),
  harvest: cue(
    'too many (invalid|bad|unknown|nonexistent|wrong) (recipients|users|addresses)',
    'directory harvest',
    'hl:rep\\b',
  ),
  recipients: cue('too many recipients', 'rp:[dt]rc\\b', 'recipient limit'),
  reputation: cue('unusual rate', 'temporarily deferred', 'unexpected volume'),
  rate: cue(
    'rate.?limit',
    'frequency limited',
    'slow down',
    'try again slower',
    'server (is )?busy',
    'too many messages',
    'mi:sfq',
  ),
  greylist: cue(
    'gr[ea]y.?list',
    'come back (later|in)\\b',
    'internal resources are temporarily unavailable',
    'the service is currently unavailable',
    'service is currently unavailable\\. please try',
    'not yet authorized to deliver',
    'retry later',
    'dt:spm\\b',
    '(please )?try again later[\\s.!)]{0,4}$',
  ),
  verifyInProgress: cue(
    '(address |recipient )?verification (is )?in progress',
    'being verified',
    'verifying (the )?(recipient|address)',
  ),
  /** The host could not find out; says nothing about the mailbox. */
  verifyFailed: cue('unverified address', 'could not complete (recipient|sender) verify'),
  restOfWorld: cueAnywhere('请求过于频繁', '频率限制', '连接过多'),
};
