/** Fields as mail has them (RFC 5322 2.2), names in lower case, values unfolded; a name may come again. */
export type ReportFields = readonly (readonly [name: string, value: string])[];

const MOST_LINES = 20_000;
const FIELD = /^([\w-]{1,76})[ \t]{0,9}:(.*)$/s;

/** Groups of fields with blank lines between them, as in a delivery status (RFC 3464 2.1). Lines that are no fields are left out. */
export function fieldGroups(text: string): ReportFields[] {
  const groups: [string, string][][] = [[]];
  for (const line of text.split(/\r?\n|\r/, MOST_LINES)) {
    const group = groups.at(-1) ?? [];
    const last = group.at(-1);
    if (line.trim() === '') {
      if (group.length > 0) groups.push([]);
    } else if (/^[ \t]/.test(line)) {
      if (last) last[1] += ` ${line.trim()}`;
    } else {
      const [, name, value = ''] = FIELD.exec(line) ?? [];
      if (name !== undefined) group.push([name.toLowerCase(), value.trim()]);
    }
  }
  return groups.filter((group) => group.length > 0);
}

/** The fields of a message's header: what stands in front of its first blank line. */
export const headerFields = (text: string): ReportFields => {
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  return fieldGroups(text.slice(0, end))[0] ?? [];
};

export const valuesOf = (fields: ReportFields, name: string): string[] =>
  fields.filter(([field, value]) => field === name && value !== '').map(([, value]) => value);

export const valueOf = (fields: ReportFields, name: string): string | undefined => valuesOf(fields, name)[0];
