import { words } from '../words';

const TYPOS: Readonly<Record<string, string>> = {
  com: `con cmo ocm vom xom comm coom ccom cim copm cpm clm c0m cok coj conm comn cmm coml como come comc omc fom dom ckm coma
    comd commm coim cxom comb coms comk vcom xcom cvom ciom cojm ocom cpom colm kom comq c9m`,
  net: 'ney nte ent ner nett nwt neet nnet met het nrt netn nef neg nety nret nedt',
  org: 'ogr orgg prg irg rog oeg orf orgh oorg orrg 0rg',
  'co.uk': 'couk co.ukk co.yk co.u co.k co.ku c.uk co.ik cou.k co.um co.yuk',
  'com.br': 'combr com.b com.vr com.brr con.br vom.br cm.br ocm.br comm.br',
  'com.au': 'comau com.auu con.au com.a cm.au ocm.au',
  fr: 'fe frr ffr',
  de: 'dee dde ed',
  it: 'itt iit',
  ru: 'ruu rru',
};

/** Endings that are no top-level domain and can hardly become one → the one meant. None of one label is delegated: it is tested. */
export const TLD_TYPOS: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPOS).flatMap(([meant, typos]) => words(typos).map((typo) => [typo, meant] as const)),
);
