import { words } from '../words';

/**
 * Aliases that forward to a real mailbox for as long as their owner likes: deliverable, hence not disposable. Sub-domains
 * count, since several give one to each user.
 */
export const PRIVACY_RELAYS: ReadonlySet<string> = new Set(
  words(`duck.com mozmail.com relay.firefox.com privaterelay.appleid.com
    simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com aleeas.com dralias.com 8alias.com 8shield.net
    addy.io anonaddy.com anonaddy.me addymail.com passmail.net passmail.com passinbox.com passfwd.com
    33mail.com erine.email ivpn.email`),
);
