import { regions, words } from '../words';

/** Where anybody may open a mailbox, or gets one with the line at home. Exact domains. An input to scoring only. */
export const FREE_PROVIDERS: ReadonlySet<string> = new Set([
  ...regions(
    'yahoo',
    `com ca de fr es it nl se dk no pl ie gr ro in cl co.uk co.in co.jp co.id co.kr co.nz co.th co.za co.il
    com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn
    at be ch cz fi hu pt com.ua com.pk com.sa com.eg ne.jp jp`,
  ),
  ...regions(
    'hotmail',
    `com ca de fr es it nl se dk no fi be ch at gr hu cz sk lt lv rs ro jp cl co.uk co.id co.il co.in co.jp co.kr
    co.nz co.th co.za com.ar com.au com.br com.hk com.mx com.my com.ph com.sg com.tr com.tw com.vn ph my sg`,
  ),
  ...regions(
    'live',
    `com ca de fr it nl se dk no fi be at ie in jp ru cl cn co.uk co.in co.kr co.za com.ar com.au com.mx com.my
    com.ph com.pt com.sg hk`,
  ),
  ...regions(
    'outlook',
    `com at be cl cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk co.id co.il co.nz co.th com.ar com.au com.br
    com.gr com.hr com.tr com.vn`,
  ),
  ...regions('msn', 'com cn nl co.uk co.in'),
  ...words('passport.com windowslive.com livemail.tw hotmail.com.tw'),
  ...words('gmail.com googlemail.com ymail.com rocketmail.com myyahoo.com yahoomail.com'),
  ...words('aol.com aim.com wow.com games.com love.com ygm.com verizon.net'),
  ...regions('aol', 'de fr it es nl se co.uk com.au com.br com.mx'),
  ...words('icloud.com me.com mac.com'),
  ...regions('gmx', 'com de net at ch org info biz eu fr es it co.uk us ca li lu tm'),
  ...words(`mail.com email.com usa.com consultant.com engineer.com europe.com post.com writeme.com iname.com myself.com
    cheerful.com contractor.net dr.com doctor.com lawyer.com techie.com accountant.com activist.com adexec.com artlover.com
    asia.com bikerider.com catlover.com chef.net chemist.com clerk.com collector.org columnist.com comic.com
    computer4u.com counsellor.com cyberdude.com cybergal.com cyber-wizard.com deliveryman.com diplomats.com
    doglover.com financier.com fireman.net gardener.com geologist.com graduate.org graphic-designer.com groupmail.com
    hairdresser.net homemail.com hot-shot.com housemail.com humanoid.net inorbit.com instructor.net insurer.com
    journalist.com keromail.com legislator.com linuxmail.org lobbyist.com loveable.com mad.scientist.com
    mail-me.com mail.org minister.com musician.org null.net nycmail.com optician.com pediatrician.com
    photographer.net physicist.net planetmail.com planetmail.net politician.com presidency.com priest.com
    programmer.net publicist.com qualityservice.com radiologist.net realtyagent.com registerednurses.com
    repairman.com representative.com rescueteam.com rocketship.com safrica.com saintly.com salesperson.net
    secretary.net socialworker.net sociologist.com solution4u.com songwriter.net surgical.net swissmail.com teachers.org
    tech-center.com technologist.com theplate.com toothfairy.com tvstar.com uymail.com workmail.com worker.com`),
  ...words(`proton.me protonmail.com protonmail.ch pm.me tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
    fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.us fastmail.co.uk fastmail.de fastmail.es fastmail.in
    fastmail.jp fastmail.se fastmail.cn fastmail.nl fastmail.to fastmail.im fastmail.uk fastmail.com.au sent.com
    messagingengine.com mailbox.org posteo.de posteo.net posteo.at posteo.ch posteo.eu posteo.org posteo.me posteo.us
    runbox.com runbox.no runbox.eu hey.com zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in hushmail.com
    hush.com hush.ai hushmail.me mac.hush.com riseup.net disroot.org autistici.org inventati.org mailfence.com
    startmail.com countermail.com ctemplar.com mailo.com mailo.eu netcourrier.com kolabnow.com skiff.com vivaldi.net
    migadu.com pobox.com mykolab.com eclipso.de eclipso.eu eclipso.email secmail.pro soverin.net thexyz.com inbox.com inbox.eu
    lycos.com excite.com netscape.net juno.com netzero.net netzero.com lavabit.com sdf.org onmail.com murena.io e.email
    mailbox.co.za mail2world.com myspace.com rediffmail.com rediff.com indiatimes.com in.com sify.com lycos.de
    lycos.co.uk lycos.es lycos.it caramail.com caramail.fr operamail.com bigfoot.com care2.com angelfire.com
    hotbot.com mailcity.com duck.com mozmail.com icq.com berlin.de india.com canada.com hotmail.ru excite.it
    freeuk.com lycos.nl concentric.net incredimail.com airmail.net gportal.hu geocities.com mail2web.com`),
  // Germany, Austria, Switzerland
  ...words(`web.de t-online.de freenet.de arcor.de online.de email.de mail.de 1und1.de vodafone.de vodafonemail.de o2online.de
    o2mail.de alice.de alice-dsl.net alice-dsl.de hansenet.de kabelmail.de kabelbw.de unitybox.de unity-mail.de ewetel.net
    netcologne.de osnanet.de versanet.de htp-tel.de epost.de magenta.de magentaonline.de firemail.de emailn.de directbox.com
    smart-mail.de genion.de t-mobile.de nexgo.de gmx.topmail.de ok.de mnet-mail.de mnet-online.de swbmail.de tele2.de
    chello.at aon.at inode.at utanet.at kabsi.at liwest.at drei.at a1.net bluewin.ch hispeed.ch sunrise.ch swissonline.ch
    gmx.ch bluemail.ch green.ch vtxmail.ch freesurf.ch tele2.ch quickline.ch romandie.com citycable.ch netplus.ch`),
  // France, Benelux
  ...words(`orange.fr wanadoo.fr free.fr sfr.fr neuf.fr laposte.net bbox.fr numericable.fr club-internet.fr voila.fr aliceadsl.fr
    noos.fr cegetel.net 9online.fr libertysurf.fr tiscali.fr nordnet.fr dbmail.com gmx.fr dartybox.com hotmail.fr
    skynet.be telenet.be proximus.be scarlet.be voo.be belgacom.net pandora.be tvcablenet.be brutele.be base.be mobistar.be
    ziggo.nl kpnmail.nl kpnplanet.nl planet.nl home.nl upcmail.nl hetnet.nl casema.nl quicknet.nl chello.nl xs4all.nl
    zonnet.nl tele2.nl caiway.nl solcon.nl online.nl zeelandnet.nl hccnet.nl wxs.nl freeler.nl kabelfoon.nl delta.nl
    onsbrabantnet.nl telfort.nl live.nl pt.lu internet.lu`),
  // Italy, Spain, Portugal
  ...words(`libero.it virgilio.it tin.it alice.it tiscali.it tiscalinet.it tim.it inwind.it iol.it blu.it giallo.it
    fastwebnet.it email.it poste.it pec.it aruba.it vodafone.it teletu.it interfree.it supereva.it katamail.com
    hotmail.it jumpy.it infinito.it tele2.it kataweb.it aruba.pec.it terra.es telefonica.net ono.com orange.es
    movistar.es ya.com wanadoo.es euskalnet.net jazztel.es jazzfree.com mixmail.com vodafone.es latinmail.com
    correo.movistar.es sapo.pt clix.pt netcabo.pt iol.pt mail.telepac.pt telepac.pt oninet.pt zonmail.pt
    vodafone.pt meo.pt nos.pt portugalmail.pt aeiou.pt`),
  // United Kingdom, Ireland
  ...words(`btinternet.com btopenworld.com btconnect.com bt.com talk21.com sky.com virginmedia.com virgin.net ntlworld.com
    blueyonder.co.uk talktalk.net talktalk.co.uk tiscali.co.uk plusnet.com plus.net plus.com plusmail.co.uk freeserve.co.uk
    fsmail.net orange.net o2.co.uk o2mail.co.uk onetel.com onetel.net lineone.net supanet.com postmaster.co.uk uwclub.net
    zen.co.uk madasafish.com demon.co.uk waitrose.com homecall.co.uk tesco.net eircom.net eir.ie upcmail.ie
    vodafone.ie iol.ie indigo.ie ireland.com`),
  // Nordic and Baltic countries
  ...words(`telia.com tele2.se bredband.net bredband2.com comhem.se spray.se passagen.se glocalnet.net swipnet.se home.se
    bahnhof.se telenor.no online.no broadpark.no getmail.no lyse.net start.no c2i.net frisurf.no altibox.no
    webspeed.dk mail.dk tdcadsl.dk mail.tele.dk stofanet.dk jubii.dk ofir.dk youmail.dk sol.dk privat.dk
    elisanet.fi kolumbus.fi luukku.com suomi24.fi pp.inet.fi welho.com dnainternet.net saunalahti.fi netti.fi
    mbnet.fi phnet.fi nic.fi simnet.is internet.is visir.is inbox.lv apollo.lv e-apollo.lv one.lv mail.ee hot.ee online.ee
    neti.ee delfi.lt takas.lt zebra.lt one.lt inbox.lt`),
  // Poland, Czechia, Slovakia, Hungary
  ...words(`wp.pl o2.pl onet.pl onet.eu onet.com.pl op.pl interia.pl interia.eu interia.com poczta.onet.pl poczta.fm
    gazeta.pl tlen.pl vp.pl autograf.pl spoko.pl buziaczek.pl amorki.pl go2.pl neostrada.pl poczta.pl wp.eu int.pl
    seznam.cz email.cz post.cz centrum.cz atlas.cz volny.cz tiscali.cz quick.cz sweb.cz iol.cz o2active.cz
    azet.sk zoznam.sk centrum.sk post.sk pobox.sk stonline.sk szm.sk atlas.sk freemail.hu citromail.hu indamail.hu
    vipmail.hu t-online.hu chello.hu upcmail.hu invitel.hu digikabel.hu vnet.hu mailbox.hu hu.inter.net`),
  // South-eastern Europe, Greece, Turkey
  ...words(`abv.bg mail.bg dir.bg gbg.bg lex.bg yahoo.ro clicknet.ro email.ro home.ro k.ro rdslink.ro
    net.hr inet.hr vip.hr ht-com.hr zg.t-com.hr zg.htnet.hr st.t-com.hr ri.t-com.hr siol.net siol.com t-2.net email.si amis.net
    eunet.rs ptt.rs sbb.rs open.telekom.rs mts.rs otenet.gr forthnet.gr in.gr freemail.gr hol.gr ote.gr pathfinder.gr
    mynet.com ttmail.com superonline.com turk.net ttnet.net.tr e-posta.com cytanet.com.cy`),
  // Russia, Ukraine and neighbours
  ...words(`mail.ru inbox.ru list.ru bk.ru internet.ru xmail.ru yandex.ru yandex.com ya.ru yandex.ua yandex.by yandex.kz yandex.com.tr
    yandex.net narod.ru rambler.ru rambler.ua lenta.ru autorambler.ru myrambler.ru ro.ru pochta.ru qip.ru hotbox.ru
    newmail.ru nm.ru land.ru front.ru sibmail.com ngs.ru e1.ru vk.com mail.ua ukr.net i.ua meta.ua bigmir.net online.ua
    email.ua ua.fm voliacable.com tut.by mail.by tut.com mail.kz nur.kz mail.md mail.uz mail.am freenet.am`),
  // North America
  ...words(`comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net swbell.net snet.net
    prodigy.net flash.net nvbell.net wans.net worldnet.att.net cox.net charter.net spectrum.net rr.com roadrunner.com twc.com
    brighthouse.com bright.net earthlink.net mindspring.com peoplepc.com optonline.net optimum.net suddenlink.net
    cableone.net sparklight.com centurylink.net centurytel.net embarqmail.com q.com qwest.net windstream.net frontier.com
    frontiernet.net consolidated.net tds.net wowway.com rcn.com hughes.net wildblue.net mediacombb.net mchsi.com
    cableamerica.com gci.net hawaiiantel.net ptd.net epix.net zoominternet.net atlanticbb.net metrocast.net
    insightbb.com knology.net fuse.net cincinnatibell.net netins.net nemr.net alltel.net aoldesktop.com compuserve.com
    cs.com netscape.com excite.co usa.net erols.com ix.netcom.com netcom.com pipeline.com sprynet.com sprintmail.com
    startec.com bellatlantic.net gte.net adelphia.net attbi.com iwon.com myway.com toast.net
    bell.net sympatico.ca rogers.com shaw.ca telus.net videotron.ca cogeco.ca cogeco.net eastlink.ca sasktel.net mts.net
    mymts.net nb.sympatico.ca primus.ca execulink.com teksavvy.com xplornet.com xplornet.ca tbaytel.net
    northwestel.net vianet.ca live.ca nf.sympatico.ca ns.sympatico.ca b2b2c.ca distributel.net`),
  // Latin America
  ...words(`uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com oi.com.br r7.com zipmail.com.br click21.com.br
    pop.com.br superig.com.br brturbo.com.br veloxmail.com.br itelefonica.com.br yahoo.com.br folha.com.br
    prodigy.net.mx infinitum.com.mx telmex.com terra.com.mx uolmail.com terra.com.ar terra.com terra.cl
    fibertel.com.ar arnet.com.ar speedy.com.ar ciudad.com.ar arnetbiz.com.ar argentina.com uol.com.ar vtr.net entelchile.net
    adinet.com.uy montevideo.com.uy cantv.net etb.net.co une.net.co racsa.co.cr ice.co.cr tigo.com.gt cablenet.com.ni
    starmedia.com hispavista.com`),
  // East and South-East Asia
  ...words(`qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com vip.126.com yeah.net 188.com netease.com sina.com sina.cn
    vip.sina.com sina.com.cn sohu.com vip.sohu.com tom.com 139.com 189.cn wo.cn wo.com.cn 21cn.com aliyun.com 263.net
    chinaren.com eyou.com citiz.net yahoo.cn msn.com.cn hinet.net msa.hinet.net pchome.com.tw seed.net.tw so-net.net.tw
    url.com.tw kimo.com yam.com netvigator.com hkstar.com biznetvigator.com i-cable.com macau.ctm.net
    naver.com hanmail.net daum.net nate.com kakao.com korea.com empal.com dreamwiz.com lycos.co.kr paran.com hanmir.com
    docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp softbank.jp ymobile.ne.jp vodafone.ne.jp nifty.com biglobe.ne.jp
    ocn.ne.jp so-net.ne.jp plala.or.jp infoseek.jp excite.co.jp goo.jp rakuten.jp auone.jp uqmobile.jp kcn.jp dion.ne.jp
    jcom.home.ne.jp jcom.zaq.ne.jp asahi-net.or.jp hotmail.jp singnet.com.sg pacific.net.sg starhub.net.sg
    streamyx.com tm.net.my jaring.my sanook.com thaimail.com truemail.co.th plasa.com telkom.net cbn.net.id indosat.net.id
    pldtdsl.net globe.com.ph vnn.vn fpt.vn viettel.vn`),
  // South and West Asia, Africa, Oceania
  ...words(`airtelmail.in bsnl.in vsnl.net vsnl.com dataone.in sancharnet.in mtnl.net.in eth.net hathway.com sltnet.lk
    cyber.net.pk walla.co.il walla.com netvision.net.il 012.net.il bezeqint.net zahav.net.il 013.net barak.net.il
    maktoob.com emirates.net.ae eim.ae saudi.net.sa batelco.com.bh qatar.net.qa omantel.net.om chmail.ir
    mihanmail.ir iran.ir link.net tedata.net.eg menara.ma webmail.co.za mweb.co.za telkomsa.net vodamail.co.za
    iafrica.com absamail.co.za lantic.net polka.co.za cybersmart.co.za ananzi.co.za icon.co.za mtnloaded.co.za
    bigpond.com bigpond.net.au optusnet.com.au telstra.com iinet.net.au westnet.com.au internode.on.net tpg.com.au
    dodo.com.au ozemail.com.au iprimus.com.au adam.com.au exetel.com.au aapt.net.au bigpond.com.au netspace.net.au
    xtra.co.nz slingshot.co.nz clear.net.nz paradise.net.nz orcon.net.nz ihug.co.nz vodafone.co.nz inspire.net.nz`),
]);
