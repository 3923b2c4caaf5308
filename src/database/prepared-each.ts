import { placesFor } from './prepared-in';
import { prepared, type Builder } from './prepared';
import type { Statement } from './statement';

type Row<Name extends string> = Readonly<Record<Name, unknown>> & { readonly id: number };

/**
 * An update of many rows, each to values of its own, in one statement. It is built once for a number of rows, and there are few of
 * these (`placesFor`): the last row fills the places that are left.
 * @param build of the update, by the placeholders that stand in `id IN (…)`, and by what says a row's own value in `set`, or called,
 *   in a condition
 */
export function preparedEach<Name extends string>(
  build: (ids: string, each: (name: Name) => () => string) => Builder,
): (rows: readonly Row<Name>[]) => Statement {
  const byPlaces = new Map<number, ReturnType<typeof prepared<string>>>();
  return (rows) => {
    const places = placesFor(rows.length);
    let statement = byPlaces.get(places);
    if (statement === undefined) {
      const numbers = Array.from({ length: places }, (_, number) => number);
      const each = (name: Name) => () =>
        `CASE id ${numbers.map((number) => `WHEN :id_${number} THEN :${name}_${number}`).join(' ')} END`;
      statement = prepared<string>(build(numbers.map((number) => `:id_${number}`).join(', '), each));
      byPlaces.set(places, statement);
    }
    const values: Record<string, unknown> = {};
    for (let number = 0; number < places; number += 1) {
      const row = rows[Math.min(number, rows.length - 1)];
      for (const [name, value] of Object.entries(row ?? {})) values[`${name}_${number}`] = value;
    }
    return statement(values);
  };
}
