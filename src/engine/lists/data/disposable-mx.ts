import { words } from '../words';

/**
 * Mail hosts of throw-away services, which change their domains more often than their machines. Each is a host of the
 * service itself: it must not serve anybody else.
 */
export const DISPOSABLE_MX_SUFFIXES: ReadonlySet<string> = new Set(
  words(`mailinator.com yopmail.com guerrillamail.com guerrillamailblock.com sharklasers.com mail.tm mail.gw temp-mail.org
    temp-mail.io tempmail.com tempmail.plus 10minutemail.com 10minutemail.net 20minutemail.com minuteinbox.com
    maildrop.cc mailnesia.com mailcatch.com dispostable.com discard.email trashmail.com trash-mail.com trashmail.de trashmail.net
    wegwerfmail.de wegwerfemail.de byom.de spambog.com spam4.me throwawaymail.com getnada.com inboxes.com
    moakt.com mohmal.com emailfake.com generator.email fakemail.net fakemailgenerator.com tempr.email tempinbox.com
    mytemp.email mailsac.com mailpoof.com inboxkitten.com burnermail.io emailondeck.com crazymailing.com
    dropmail.me 1secmail.com 1secmail.net 1secmail.org mailtemp.net owlymail.com tempail.com fakeinbox.com mintemail.com
    mailforspam.com jetable.org incognitomail.org nowmymail.com wallywatts.com eyepaste.com harakirimail.com
    anonbox.net spamgourmet.com mailnull.com luxusmail.org smailpro.com linshiyouxiang.net`),
);

/** Hosts for everybody: a throw-away domain behind them says nothing about its neighbours. */
export const SHARED_MX_SUFFIXES: ReadonlySet<string> = new Set(
  words(`google.com googlemail.com outlook.com microsoft.com mx.microsoft yahoodns.net cloudflare.net improvmx.com
    forwardemail.net mailgun.org sendgrid.net amazonaws.com zoho.com zoho.eu zoho.in yandex.net yandex.ru mail.ru
    protonmail.ch messagingengine.com migadu.com mailbox.org registrar-servers.com privateemail.com secureserver.net
    emailsrvr.com ovh.net gandi.net hostinger.com titan.email kundenserver.de ionos.com strato.de hetzner.com
    your-server.de one.com infomaniak.ch dreamhost.com bluehost.com websitewelcome.com hostgator.com siteground.net
    mailspamprotection.com antispamcloud.com mimecast.com pphosted.com ppe-hosted.com barracudanetworks.com iphmx.com
    messagelabs.com trendmicro.com sophos.com qq.com mxhichina.com aliyun.com netease.com icoremail.net namecheap.com
    dynu.com dnsexit.com no-ip.com`),
);
