import { cue } from './cue';

/** Phrases about the whole domain, and about the host's own state. */
export const DOMAIN = {
  nullMx: cue('null.?mx'),
  noMailHost: cue('(does not|doesn.t|do not|don.t) accept (any )?(e?mail|messages)\\b(?! from)'),
  tenant: cue('no mail.enabled subscriptions'),
  unknown: cue(
    'no such domain',
    '(unknown|invalid) (mail )?domain',
    'domain (\\S{1,255} )?(is )?(unknown|no longer available|not found|not hosted|invalid|suspended|disabled|expired)',
    'domain (\\S{1,255} )?(does not|doesn.t) exist',
    'host unknown',
    'not a (hosted|local) domain',
  ),
  serverStorage: cue('insufficient (system )?(storage|resources|disk)', 'disk space', 'system storage', 'disk full'),
  messageSize: cue('message (size|length)', 'message (is )?too (big|large|long)', 'size limit for messages'),
  loop: cue('too many hops', 'mail loop', 'routing loop', 'loops? back to'),
};
