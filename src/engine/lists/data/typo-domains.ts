import { words } from '../words';

/** Slips seen in real lists, by the domain that was meant; a name without a dot stands for itself with `.com`. */
const TYPOS: Readonly<Record<string, string>> = {
  'gmail.com': `gmial gmal gmali gmai gamil gmil gmaill gmaiil gmaail ggmail gmmail gnail gmaio gmaul gmaik gmaip gmqil gmsil
    gmzil gmakl gmajl gemail g-mail gmaim gmaiol gmailk gmaile gmails gmaila gmailc gmall gmael gmeil gimail gimal gmia gmain
    gmaol gmaij gmamil gmailm fgmail rgmail vgmail jgmail qgmail gmauil gmaijl gmaiul gmaqil gmwil gmiall gmaial gjmail gkmail
    gmnail ghmail agmail gmai1 gma1l gmailcom gmaiilcom gmialcom gmil.co gmai.co gmal.co gmail.co gmail.cm gmail.om
    gmail.co.uk gmail.com.br gmail.com.mx gmail.com.ar gmail.co.in gmail.es gmail.it gmail.in gmail.ca gmail.us gmaul.co
    gmail.comcom gmail.comn gmaill.co gamil.co gmial.co gmaila.co gamail gaiml gmlai gmalil gmailo
    gmaol.co glmail gmaillcom gamilcom hmailcom gmailcon gmila gmail.ney gmsail gmasil gmaiul.co gmailgmail gmail-com`,
  'googlemail.com': `googlmail gogglemail googelmail goglemail googlemai googlemial googlemal googlemaill
    googlemail.co googlemailcom goolemail googemail`,
  'yahoo.com': `yaho yahooo yhaoo yhoo yahho yaboo yaoo yajoo yahuo yhahoo yaahoo tahoo uahoo yahoi yahop yahou yahow yagoo
    yanoo yshoo ywhoo yayoo yohoo yaoho ayhoo yohho yahool yahooc yahoocom yahoo.cm yahoo.om yahoo.comcom
    yahoo.com.com yahh yyahoo yahoo-com yaho.co yahooo.co yhoo.co yahoocon ahoo yahoa yahok yahpo yauoo`,
  'yahoo.co.uk': `yaho.co.uk yahooo.co.uk yhaoo.co.uk yhoo.co.uk yahho.co.uk yaboo.co.uk yahoo.couk yahoo.co.ukk yahoo.co.k
    yahoo.c.uk yahoo.co.yk yahoo.cou.uk yahoo.uk yahoo.com.uk yahoo.co.um yahoocouk yahoo.cok`,
  'hotmail.com': `hotmial hotmal hotmai hotmil hotmali hotmaill hotmaiil hotmaail hottmail hotmmail hoitmail hotmqil hotmsil
    hotmaol hotmaul hotmakl hotmsail hotnail hotamil hotamail homtail homail hotmeil hotmall hotmael hoymail hormail
    hogmail hotmaik hotmaip jotmail gotmail hotmain hotmia hotlmail hotmailk hotmaiol hptmail hltmail hatmail htmail
    htomail otmail hotmailcom hotmail.co hotmail.cm hotmail.om hotmail.comcom hotmale hotmaile hotmails hotmailc hot-mail
    hottmai hohmail hotmail.com.com hotimail hotmaul.co hotmal.co hotmial.co hotmai.co hotmil.co hotmailcon hotmaio hotmailo
    hotmali.co ohtmail hotmaim`,
  'hotmail.co.uk': `hotmial.co.uk hotmal.co.uk hotmai.co.uk hotmil.co.uk hotmali.co.uk hotmail.couk hotmail.co.ukk hotmail.co.k
    hotmail.c.uk hotmail.uk hotmail.com.uk hotmail.co.yk hotmailcouk hotnail.co.uk homail.co.uk hotmail.cok`,
  'hotmail.fr': `hotmial.fr hotmal.fr hotmai.fr homail.fr hotmil.fr hotmaill.fr hotmali.fr hotamil.fr hotmailfr hormail.fr
    hotnail.fr`,
  'hotmail.it': `hotmial.it hotmal.it hotmai.it homail.it hotmil.it hotmaill.it hotmali.it hotmailit`,
  'hotmail.es': `hotmial.es hotmal.es hotmai.es homail.es hotmil.es hotmaill.es hotmali.es hotmailes`,
  'outlook.com': `outlok outloo outlool outlokk outlouk outlock outook outllok outlookk outllook ouutlook otlook oultook
    outlokc outloook oulook ooutlook iutlook putlook outlooc outlookc outlookcom outlook.co outlook.cm outlook.om outluk
    outluck outlock.co outlok.co outloock outlooks outtlook outloom outkook outlpok outlolk outlook.comcom outllok.co
    oulook.co outook.co utlook otulook`,
  'icloud.com': `iclod icoud iclould icluod iclud icolud iclou iclooud icloudd iclould.co icloude i-cloud icliud iclpud
    icloid iclous icloyd iclaud ikloud icload icloudcom icloud.co icloud.cm icloud.om icould iclodu iclound incloud icoloud
    iiclod ocloud`,
  'aol.com': 'aol.co aol.cm aol.om aolcom aoll aaol aol.comcom aool a0l',
  'live.com': 'livecom live.cm live.om livee llive liive livve live.comcom',
  'msn.com': 'msncom msn.co msn.cm msn.om mssn msnn mmsn msn.comcom',
  'me.com': 'mecom me.comcom',
  'protonmail.com': `protonmal protonmial protonmai protonmil protommail protonnmail protomail protonmaill protonmailcom
    protonmail.co prontonmail prtonmail protonmaul protnmail protronmail portonmail`,
  'proton.me': 'protonme proton.em protn.me protom.me prton.me protonn.me porton.me',
  'comcast.net': `comcat.net comast.net comcst.net comcas.net concast.net comcastnet comacst.net comcasr.net comcast.ent
    comcaste.net coomcast.net cmcast.net comcast.nt`,
  'verizon.net': 'verison.net verizn.net verizonnet verzion.net verizo.net vrizon.net veriozn.net verizone.net verizon.nt',
  'sbcglobal.net': `sbcgloble.net sbcglobel.net sbcgobal.net sbcglobl.net sbglobal.net sbcglobal.ent sbcglobalnet sbcgolbal.net
    sbcgloabl.net sbcglobal.nt sbcgloba.net scbglobal.net`,
  'bellsouth.net': 'belsouth.net bellsoth.net bellsout.net bellsouthnet bellsuoth.net bellsoouth.net bellsouth.nt',
  'att.net': 'attnet att.nt attt.net aatt.net',
  'cox.net': 'coxnet cox.nt coxx.net',
  'charter.net': 'charternet chater.net charer.net charte.net charter.nt chartr.net',
  'btinternet.com': 'btinernet btintenet btinterent btinternt btinterne btinternetcom btinternet.co btintrnet btinterner',
  'orange.fr': 'orage.fr ornage.fr orangefr orangr.fr orang.fr oange.fr oragne.fr orrange.fr',
  'wanadoo.fr': 'wandoo.fr wanado.fr wanadofr wanadoofr wanaddo.fr wanadooo.fr wanandoo.fr',
  'laposte.net': 'lapost.net lapose.net laposte.nt lapostenet lapsote.net',
  'free.fr': 'freefr fre.fr frree.fr freee.fr feee.fr',
  'sfr.fr': 'sfrfr',
  'gmx.de': 'gmxde gxm.de gmxx.de ggmx.de',
  'gmx.net': 'gmxnet gmx.nt gxm.net gmxx.net',
  'web.de': 'webde wed.de wweb.de webb.de wbe.de',
  't-online.de': 'tonline.de t-onlin.de t-onine.de t-oline.de t.online.de t-onlinede t-onlien.de t-omline.de',
  'freenet.de': 'frenet.de freent.de freenetde freeenet.de',
  'libero.it': 'libro.it liber.it libeo.it liberoit liebro.it libeero.it lbero.it',
  'yandex.ru': 'yandx.ru yadex.ru yandexru yandes.ru yanex.ru yndex.ru yandez.ru jandex.ru',
  'mail.ru': 'mailru mal.ru maill.ru mial.ru mai.ru mali.ru meil.ru',
  'rambler.ru': 'ramler.ru ramblerru rambller.ru rambeler.ru',
  'seznam.cz': 'sezam.cz seznamcz senzam.cz seznma.cz seznan.cz zesnam.cz',
  'rediffmail.com': 'redifmail rediffmal rediffmial rediffmailcom rediffmai redffmail rediffmail.co',
  'uol.com.br': 'uol.com.b uol.combr uolcombr uo.com.br uol.co.br',
  'yahoo.com.br': 'yaho.com.br yahooo.com.br yahoo.combr yahoo.com.b yhaoo.com.br yahoo.cm.br yaoo.com.br yahoo.co.br',
  'yahoo.co.in': 'yaho.co.in yahooo.co.in yhaoo.co.in yahoo.coin yahoo.co.i yahoo.com.in',
  'yahoo.fr': 'yaho.fr yahooo.fr yhaoo.fr yahoofr yaoo.fr yhoo.fr',
  'yahoo.de': 'yaho.de yahooo.de yhaoo.de yahoode yaoo.de yhoo.de',
  'yahoo.it': 'yaho.it yahooo.it yhaoo.it yahooit yhoo.it',
  'yahoo.es': 'yaho.es yahooo.es yhaoo.es yahooes yhoo.es',
  'qq.com': 'qqcom qq.comcom',
};

/** Typed domain → meant domain. */
export const TYPO_DOMAINS: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPOS).flatMap(([meant, typos]) =>
    words(typos).map((typo) => [isWholeDomain(typo, meant) ? typo : `${typo}.com`, meant] as const),
  ),
);

/** A missing dot (`gmailcom`) is a whole domain as it stands. */
function isWholeDomain(typo: string, meant: string): boolean {
  return typo.includes('.') || typo.endsWith(meant.slice(meant.indexOf('.') + 1).replaceAll('.', ''));
}
