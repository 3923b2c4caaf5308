import { prepared } from './prepared';
import type { Statement } from './statement';

/** Stands where the values of the list go. */
const LIST = Symbol('list');
/** Lists above it are filled up to its next multiple, shorter ones to the next power of two. */
const STEP = 64;

/**
 * A query over a list of values (`… IN (…)`) that is built once, and has few texts whatever the lengths of the lists: the last
 * value fills the places that are left.
 * @param build of the query, by the placeholder that stands in `IN (…)`; its other values are named and not set
 */
export function preparedIn<Name extends string>(
  build: (placeholder: string) => Parameters<typeof prepared>[0],
): (list: readonly unknown[], values: Readonly<Record<Name, unknown>>) => Statement {
  const one = prepared<string>(build(':list'));
  const texts = new Map<number, string>();
  return (list, others) => {
    const [sql, values] = one({ ...others, list: LIST }).getQueryAndParameters();
    const at = values.indexOf(LIST);
    const places = placesFor(list.length);
    let text = texts.get(places);
    if (text === undefined) {
      text = sql.replace('IN (?)', `IN (${new Array(places).fill('?').join(', ')})`);
      texts.set(places, text);
    }
    const filling = new Array<unknown>(places - list.length).fill(list.at(-1));
    const parameters = [...values.slice(0, at), ...list, ...filling, ...values.slice(at + 1)];
    return { getQueryAndParameters: () => [text, parameters] };
  };
}

/** Places of a text that serves lists of this length. */
export function placesFor(length: number): number {
  return length > STEP ? Math.ceil(length / STEP) * STEP : 2 ** Math.ceil(Math.log2(length));
}
