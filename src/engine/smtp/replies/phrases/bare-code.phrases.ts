import { listed } from './listed-phrases';

/** What may stand beside a code and leave it its meaning, and what may not. */
export const BARE_CODE = {
  /** Words that say what the code says: taken out before the others are counted. */
  neutral: new RegExp(
    [
      '\\([^()\\p{L}]{0,80}\\)|\\[[^[\\]]{0,200}\\]',
      'requested (mail )?action (not taken|aborted)',
      '(for (an )?(explanation|more (information|details)|details|help),?( please)? )?(visit|see|go to|refer to)(?![\\p{L}\\p{N}])',
      '((recipient|user|mail.?box|e?mail|destination) )?address rejected|(recipient|user|mail.?box|destination) rejected',
      '(?<![\\p{L}\\p{N}])(recipients?|addressee|users?|user.?names?|mail.?box(es)?|mail.?drop|inbox|accounts?|addresse?s?|e.?mail (address|account)s?|alias(es)?|person|customer|local.?part|destination|target|rcpt|names?)(?![\\p{L}\\p{N}])',
      '(?<![\\p{L}\\p{N}])(no|not|none|never|unknown|invalid|bad|illegal|wrong|incorrect|non.?exist(ent|ing)|exists?|existing|does|did|doesn.t|isn.t|found|valid|known|(un)?recogni[sz]ed|undeliverable|unavailable|available|unroute?able|deleted|removed|gone|missing|cannot|can.t|could|couldn.t|longer|any.?more|such|permanent(ly)?)(?![\\p{L}\\p{N}])',
      '(?<![\\p{L}\\p{N}])(sorry|please|the|this|that|an?|is|was|are|has|have|been|be|of|in|at|on|for|to|by|and|or|it|its|here|there|with|any|local|our|virtual|table|directory|rejected because)(?![\\p{L}\\p{N}])',
      '(?<![\\p{L}\\p{N}])(disabled|inactive|suspended|deactivated|frozen|archived|discontinued|full|over.?quota)(?![\\p{L}\\p{N}])',
    ].join('|'),
    'gu',
  ),
  /** In front of every reason at Postfix: its noun says nothing. */
  stock: /(recipient|user|mail.?box|e?mail|destination) (address )?rejected/gu,
  /**
   * Refusing, machines, and the moment. Beside one of them a code is not about the mailbox: block lists and faults of the
   * host's own come with `5.1.1` as well.
   */
  refusal: listed('bare-code.refusal'),
};
