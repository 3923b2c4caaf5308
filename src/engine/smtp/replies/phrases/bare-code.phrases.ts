import { phrases } from './phrases';

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
  refusal: phrases(
    '(un)?block|ban(n|\\b)|den(y|ied|ial)|refus|reject|forbid|prohib|restrict|not (allowed|permitted|accept)|declin|defer|drop|discard|bounc|filter|polic|secur|protect|abus|spam|junk|virus|trust|verif|valid(at|ity)|authenti|authori|certif',
    'server|host|machine|session|connect|service|system|network|gateway|proxy|client|remote|relay|router?|dns|ip\\b|mta\\b|smtp|message|e?mails?\\b|content|header|traffic|domain|site',
    'error|fail|fault|problem|exception|tempor|moment|later|try|retry|wait|time|busy|load|queue|process|intern|database|lookup|look.up|config|maint',
    'limit|rate|quota|count|many|exceed|volume|list|table|map\\b|score|reput|threshold',
    // Other languages, by their stems.
    'blo[ck]|blokk|geblok|gebloqu|sperr|gesperr|ge[bs]l|abgele|abgew|verweig|zur[uü]ck|verbot|refus|rejet|interdit|rechaz|rifiut|rejeit|recus|negad|bloquea|bloquei|odrzuc|odm[ií]t|zamietn|zablo|avvis|avsl|n[eé]kad|sp[aä]rr|esto|hyl|elutas[ií]t|tilt|respins|engel|redded|yasak',
    'ser[vw][ei]|szerver|sunucu|hizmet|dienst|slu[zž]b|us[lł]ug|tj[aä]nst|syst[eè]|sistem|rendszer|nachricht|meldung|bericht|melding|meddel|besked|wiadomo|zpr[aá]v|üzenet|mesaj|fehler|fout|fel\\b|feil|b[lł][aąę]d|chyb|hiba|hata|eroar|erreur|errore|erro\\b',
    'list[aeyo]|lijst|seznam|zwart|schwarz|svart|sort|noir|negra|nera|neagr|[cč]ern|czarn|kara|fekete',
    'блок|заблок|отклон|отказ|запрещ|отверг|спам|сервер|систем|сообщен|ошибк|спис|ч[её]рн|врем|попроб|служб|сервис|соедин|домен',
  ),
};
