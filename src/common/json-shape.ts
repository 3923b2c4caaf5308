import { FieldsInvalidError } from './fields-invalid.error';

/** How deep the value of a field may be nested. */
const MAX_DEPTH = 4;
/** Values that a body may hold, those of lists included. */
const MAX_VALUES = 1000;
/** Of an unknown name, what is repeated in the answer. */
const NAME_SHOWN = 40;

/**
 * Refuses a body by its shape alone, before anything that recurses or reports at length looks at it: the first unknown
 * field ends it, and so do values that are nested too deeply, too many, or named like what every object has
 * (`constructor`, `__proto__`).
 * @throws FieldsInvalidError
 */
export function requireFlatShape(body: object, known: ReadonlySet<string>): void {
  let left = MAX_VALUES;
  for (const [name, value] of Object.entries(body)) {
    if (!known.has(name)) {
      const shown = name.slice(0, NAME_SHOWN);
      throw new FieldsInvalidError({ [shown]: [`The ${shown} field is not known here.`] });
    }
    const { count, fault } = measure(name, value, left);
    if (fault !== null) throw new FieldsInvalidError({ [name]: [fault] });
    left -= count;
  }
}

/** By a loop: recursion would end where a stranger nests a hundred thousand brackets. */
function measure(name: string, value: unknown, maxValues: number): { count: number; fault: string | null } {
  let count = 0;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (count > maxValues) return { count, fault: `The ${name} field holds too many values.` };
    if (depth > MAX_DEPTH) return { count, fault: `The ${name} field is nested more than ${MAX_DEPTH} levels deep.` };
    const objects = level.filter((one) => typeof one === 'object' && one !== null);
    if (objects.some((one) => !Array.isArray(one) && Object.keys(one).some((key) => key in Object.prototype))) {
      return { count, fault: `The ${name} field holds a name that is not allowed.` };
    }
    level = objects.flatMap((one) => Object.values(one) as unknown[]);
  }
  return { count, fault: null };
}
