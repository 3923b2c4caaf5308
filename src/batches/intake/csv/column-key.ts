/** What a reader does not see: zero-width and other ignorable signs, and those that only order text. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const QUOTED = /^"(.*)"$/s;
/** A longer name is none that we know. */
const LONGEST = 1000;

/** What columns are told apart by: the name as people read it, in any case, white space and quotes around it aside. */
export function columnKey(name: string): string {
  if (name.length > LONGEST) return name;
  const seen = name.replace(INVISIBLE, '').trim();
  return (QUOTED.exec(seen)?.[1] ?? seen).trim().toLowerCase();
}
