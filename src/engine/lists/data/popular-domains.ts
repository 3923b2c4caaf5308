import { words } from '../words';

/** The domains that typos are of. Order: by use, so that of two equally near ones the likelier wins. */
export const POPULAR_DOMAINS: readonly string[] = words(`
  gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com googlemail.com protonmail.com proton.me
  yahoo.co.uk hotmail.co.uk outlook.fr hotmail.fr yahoo.fr yahoo.de hotmail.de outlook.de hotmail.it yahoo.it hotmail.es
  yahoo.es yahoo.com.br yahoo.co.in yahoo.co.jp yahoo.ca yahoo.com.mx yahoo.com.ar yahoo.com.au hotmail.com.br outlook.com.br
  comcast.net verizon.net sbcglobal.net bellsouth.net charter.net earthlink.net optonline.net cox.net att.net
  btinternet.com virginmedia.com orange.fr wanadoo.fr laposte.net free.fr gmx.de gmx.net web.de t-online.de freenet.de
  libero.it virgilio.it yandex.ru yandex.com mail.ru rambler.ru seznam.cz rediffmail.com ymail.com rocketmail.com
  fastmail.com zoho.com naver.com hanmail.net uol.com.br terra.com.br bol.com.br bigpond.com sympatico.ca rogers.com
  shaw.ca telenet.be skynet.be ziggo.nl bluewin.ch qq.com 163.com`);
