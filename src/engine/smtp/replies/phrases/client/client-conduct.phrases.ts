import { phrases } from '../phrases';

/** What a client may be called. */
const MACHINE =
  '(hosts?|servers?|machines?|systems?|mtas?|gateways?|relays?|mailers?|networks?|sites?|software|organi[sz]ations?|compan(y|ies)|providers?|isps?|domains?|names?)';
const MAIL =
  '(mails?|e.?mails?|messages?|traffic|connections?|sessions?|deliver(y|ies)|submissions?|transmissions?|attempts?|requests?)';
const SEND = '(send|submit|post|transmit|relay|connect|mail|talk)';
/** What a client's user may have with a provider, and a mail host may call missing, off or full. */
const POSSESSION =
  '(addresse?s?|accounts?|(mail|in).?box(es)?|e.?mails? (addresse?s?|accounts?)|users?|user.?names?|logins?|profiles?|services?|hosting|subscriptions?|contracts?|plans?|packages?|licen[cs]es?|memberships?|trials?|tenants?|postmasters?|domains?|identit(y|ies)|alias(es)?)\\b';
/** What belongs to the sending side of a transaction. */
const ORIGIN =
  '(sending|bounces?|errors.to|warn.to|return(ed|.?path)?|reply(.?to)?|m(ail)?.?from|submi(t|ts|tter|tting|tted|ssion)|envelope(.from)?|originat(or|ing)|outgoing|outbound|smtp|uplink|upload|dispatch|author|relay(ing)?|callback|call.?out)';
/** One word between, unless another noun begins there: `your message to the mailbox`. */
const BETWEEN = "(?!recip|destin|rcpt|messages? |e?mail (to|for|could|was|cannot)|to |for )[\\p{L}'’-]{1,30} ";

/** What the client does, is allowed to do, and has: its own host, its users, their accounts. */
export const CLIENT_CONDUCT = phrases(
  `(sending|source|connecting|connected|originating|relaying|submitting|(unknown|untrusted|unverified|unauthori[sz]ed) (client|sending)) (\\S{1,30} )?(address(es)?|accounts?|users?|names?|${MACHINE})\\b`,
  `your (own |smtp |mail |e.?mail |sending |outgoing |current )?(address(es)?|accounts?|mail.?box(es)?|in.?box|access|configuration|records?|certificates?|connections?|credentials?|client|sender|${MACHINE})\\b`,
  'your (from|return|helo|ehlo|reverse|ptr|dns|spf|reputation|sending)\\b',
  '(hosts|servers|machines|mtas|systems|relays|ips|networks) (with|without|that|which|whose|not|in|on)\\b',
  '(?<!closing )connections? (\\S{1,30} )?(from|refused|rejected|denied|not|dropped|reset|limit|rate|attempt|blocked|is|are|was|were|will|timed|time.?out)\\b',
  '(connected|connects|connect) (from|to|directly|via|through)\\b',
  '(to|not|n.t|cannot) connect\\b',
  `(?<!any )${MAIL} (\\S{1,40} )?(\\S{1,40} )?(directly )?from\\b(?! being delivered)`,
  'sen[dt] (\\S{1,30} )?(from|via|over|through|using|by|with|without)\\b',
  'sending (\\S{1,30} )?(from|to|via|mail|e.?mail|messages?|of|without)\\b',
  'from sending\\b',
  `(not|n.t|never|no longer|un) ?(allowed|permitted|authori[sz]ed|allow(s|ing)?|permit(s|ting)?) (\\S{1,30} )?(to|for) ${SEND}\\b`,
  `(may|can|must|should|shall|need to|have to) ?(not|n.t|.?t)? ${SEND}\\b`,
  '(cannot|can.?t|unable to|forbidden to|refuse to) (send|connect|relay|submit)\\b',
  'you (are|.re|have been|were|.ve been|seem|appear) (not |currently |temporarily |permanently |being )?(allowed|authori[sz]ed|permitted|blocked|banned|listed|sending|black|using|rejected|required|connecting|connected|identified|flagged|abusing|an?|our|to be|unknown|unwelcome)\\b',
  `your (${BETWEEN}){0,3}${POSSESSION}`,
  `${ORIGIN} (${BETWEEN})?${POSSESSION}(?! look.?up)`,
  `(?<!(deleted|removed|gone|missing) )from (an? |the |this |that )?((unknown|invalid|bad|unverified|unregistered|non.?exist(ent|ing)|disabled|suspended|blocked) )?${POSSESSION}`,
  `${POSSESSION} (of|for|in|as|behind|on) (an? |the |your |any )?${ORIGIN}\\b(?! (address )?look.?up)`,
  '(accounts?|addresse?s?|mail.?box|users?|login|domain|identity) (that |which |with which |from which |through which )?you(.re|.ve| are| have)? (us(e|ed|ing)|authent|log|submi|sen[dt] (this |the )?(\\S{1,30} )?(from|with|by|via|through)|sending|mail(ed|ing)? from)',
  '(sending|submission|submitting|smtp|outbound|outgoing|relay(ing)?|upload)\\b( \\S{1,30}){0,4} (for|from|by|on|of|to) (this |that |the |your )?(accounts?|users?|mail.?box|customer|address|login|tenant|domain)\\b',
  `(not|n.t|never) (yet )?(enabled|registered|configured|valid|active|activated|licen[cs]ed|entitled|eligible|provisioned|set up|approved|known|listed) (to|for|as|with|by) (an? |the |this |our |your )?(${SEND}|out|smtp|sender|relay|gateway|smart.?host|submi)`,
  'you (do not|don.t|did not|didn.t|have no|have not|haven.t|lack|need|no longer)\\b',
  '(from|by|against|blocked|blocks|blocking|refuse[sd]?|rejects?|rejected|denie[sd]|block) you\\b',
  '(blocked|blocks|blocking|refuse[sd]?|rejects?|rejected|denie[sd]|block) your\\b',
  '(mailbox|account|user|address) by that name (for|of|as) ',
  '(accounts?|users?) (limits? reached|type|agent|credentials)\\b',
  'address space',
  '(client|host|server|peer|system|provider|network)s? (does not|doesn.t|do not|don.t) have\\b',
  'smtp (service|access|account|users?|login|client|sender|quota|sending|submission|permission|right)',
  'go away\\b',
  'who (are you|you are)\\b',
);
