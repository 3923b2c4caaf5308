const LENIENT = new WeakSet<object>();

/**
 * Of the DTO of a query: names that it does not know are let be. For the specification's own routes, to which
 * caches and trackers may add names of theirs; of all others a name that nobody knows is a slip of the pen, and malformed.
 */
export function OtherNamesAllowed(): ClassDecorator {
  return (dto) => {
    LENIENT.add(dto);
  };
}

/** Whether a query for this DTO may hold other names. */
export function mayHoldOtherNames(dto: object): boolean {
  return LENIENT.has(dto);
}

/** So much of a name that nobody knows is said again. */
const SHOWN = 40;

export const shorten = (name: string): string => (name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

/** Says of a name in a query that it is none of those that are known. */
export function notKnown(name: string, known: readonly string[]): string {
  return `The ${shorten(name)} parameter is not known here; those that are: ${known.join(', ')}.`;
}
