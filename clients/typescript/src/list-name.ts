const MOST_CHARACTERS = 255;
/** What the service takes in no name: control and format characters, separators of lines, half pairs; and what is drawn as nothing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0\u2800]+/gu;
const DRAWN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A file's name as a list may be called by it: nobody chose it for that, so it must not be refused. */
export function listName(fileName: string): string {
  const seen = fileName.replace(UNSEEN, ' ').trim().normalize('NFC');
  return DRAWN.test(seen) ? Array.from(seen).slice(0, MOST_CHARACTERS).join('').trim() : 'list';
}
