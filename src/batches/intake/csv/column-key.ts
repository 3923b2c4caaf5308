/** What a reader does not see: controls, zero-width and other ignorable signs, and those that only order text. White space is seen. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu;
const QUOTED = /^"(.*)"$/s;
/** A longer name is none that we know. */
const LONGEST = 1000;

/** A name without the signs that nobody sees: they come along when it is copied, and are no part of it. */
export function visibleName(name: string): string {
  return name.replace(INVISIBLE, '');
}

/** What columns are told apart by: the name as people read it, in any case, white space and quotes around it aside. */
export function columnKey(name: string): string {
  if (name.length > LONGEST) return name;
  const seen = visibleName(name).trim();
  return (QUOTED.exec(seen)?.[1] ?? seen).trim().toLowerCase();
}
