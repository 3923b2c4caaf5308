import { prepared } from './prepared';
import type { Statement } from './statement';

/**
 * A query over a list of values (`… IN (…)`) that is built once for each power of two, so that few are built whatever the
 * lengths of the lists: the last value fills the places that are left.
 * @param build of the query, by its placeholders; its other values are named and not set
 */
export function preparedIn<Name extends string>(
  build: (placeholders: string) => Parameters<typeof prepared>[0],
): (list: readonly unknown[], values: Readonly<Record<Name, unknown>>) => Statement {
  const byPlaces = new Map<number, (values: Record<string, unknown>) => Statement>();
  return (list, others) => {
    const places = 2 ** Math.ceil(Math.log2(list.length));
    let statement = byPlaces.get(places);
    if (statement === undefined) {
      const names = Array.from({ length: places }, (_, place) => `:item${place}`);
      statement = prepared<string>(build(names.join(', ')));
      byPlaces.set(places, statement);
    }
    const values: Record<string, unknown> = { ...others };
    for (let place = 0; place < places; place += 1) values[`item${place}`] = list[Math.min(place, list.length - 1)];
    return statement(values);
  };
}
