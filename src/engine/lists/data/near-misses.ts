import { words } from '../words';

/** Real mail domains that look like a slip of a popular one and are none. Never a suggestion, on whatever evidence. */
export const NEAR_MISSES: ReadonlySet<string> = new Set(
  words(`mail.com email.com ymail.com gmx.com gmx.net me.com mac.com aim.com qmail.com zmail.com fmail.com hmail.com gail.com
    bmail.com cmail.com dmail.com imail.com jmail.com kmail.com lmail.com nmail.com omail.com pmail.com
    rmail.com smail.com tmail.com umail.com vmail.com wmail.com xmail.com amail.com gmail.ru gmail.hu gmail.fr gmail.pl
    mailo.com mailw.com mask.io inbox.com inbox.lv inbox.eu mail.ee mail.de email.cz hey.com sky.com cox.com att.com
    ibm.com rogers.com live.ca live.se yahoo.co yahoo.ca outlook.pt outlook.es abv.bg 126.com 163.net 139.com 188.com
    web.net web.com web.dev proton.de proton.com proton.ch mailtrap.io mail.io mails.com e-mail.com emails.com
    outlook.in cloud.com clouds.com hicloud.com qcloud.com jcloud.com aoe.com aon.com aon.at aos.com adl.com acl.com all.com bol.com
    aola.com live.co lime.com line.com love.com life.com give.com five.com olive.com alive.com msm.com mtn.com mrn.com
    msu.edu mns.com man.com zoho.eu zoo.com gmx.biz gmx.org gmd.de gm.com gmc.com ge.com gma.com
    cos.net fox.net box.net box.com coxinc.com charter.com comcast.com verizon.com orange.com orange.es orange.net
    free.com freenet.com freemail.com freemail.hu tree.fr web.fr web.ru weg.de
    mail.ua mail.by mail.kz mail.bg yandex.kz yandex.by yandex.ua ya.ru rogers.net shaw.com shaw.net
    rocket.com fastmail.fm fastmail.net fastmail.org fastmail.de mailbox.org posteo.net navel.com never.com naver.net
    terra.com terra.es uol.com bol.com.ar t-online.hu t-online.com laposte.fr laposte.com
    skynet.com skynet.ru qq.cn qqq.com 162.com 164.com 263.com 168.com icloud.net zonnet.nl
    optimum.net optonline.com sympatico.com telenet.com telenor.be ziggo.com proton.net protonmail.ch bigpond.net
    sonic.net spark.net cable.net yahoo-inc.com yahooinc.com google.com googlemail.de live.cn live.at msn.cn
    btopenworld.com virgin.net virginmedia.co.uk y7mail.com aver.com eastmail.com hitmail.com hockeymail.com prontomail.com
    earthling.net cpaonline.net hotmail.be hotmail.nl outlook.be outlook.kr yahoo.no yahoo.ie`),
);
