/** Letters that look like a Latin one in the usual fonts (UTS 39 confusables, the part that spells domain names). */
const GROUPS: Readonly<Record<string, string>> = {
  a: 'аɑαạàáâãäåāăą',
  b: 'ЬʙƄ',
  c: 'сϲçćč',
  d: 'ԁɗđď',
  e: 'еҽèéêëēėęẹ',
  g: 'ɡցġğģ',
  h: 'һհ',
  i: 'іıɩιìíîïīįị',
  j: 'јϳ',
  k: 'κкķ',
  l: 'ӏⅼłļľĺ',
  m: 'мṃ',
  n: 'ոпñńņňṇ',
  o: 'оοօσòóôõöøōőọ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гŕŗř',
  s: 'ѕśşšș',
  t: 'тτţťț',
  u: 'υսùúûüūůűųụ',
  v: 'ѵν',
  w: 'ԝωŵ',
  x: 'хχ',
  y: 'уγýÿ',
  z: 'ᴢźżž',
};

/** Look-alike letter → Latin letter. */
export const CONFUSABLES: ReadonlyMap<string, string> = new Map(
  Object.entries(GROUPS).flatMap(([latin, alike]) => Array.from(alike, (letter) => [letter, latin] as const)),
);
