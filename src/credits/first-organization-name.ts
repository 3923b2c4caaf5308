/** Longest name of an organization, in characters. */
const MOST = 255;
/** With the apostrophe that is on a keyboard: whoever deletes an organization types its name. */
const END = "'s organization";

/**
 * What the first organization of an account is called until somebody renames it: not like a person, or deleting it would
 * read as deleting the account.
 * @param name of the person, or null
 * @param address of the account
 */
export function firstOrganizationName(name: string | null, address: string): string {
  const owner = name ?? address.slice(0, address.lastIndexOf('@'));
  return Array.from(owner)
    .slice(0, MOST - END.length)
    .join('')
    .concat(END);
}
