import { freeNames } from '../intake/csv';
import type { OpenedRows } from './batch-download.service';

/** What the cells without a column are called. */
const SURPLUS = 'more_cells';

/**
 * The results as JSON Lines: one object a row, with the caller's columns as texts and ours as what they are. Of columns with
 * one name the second is called `name_2`, one without a name `column_3` by its place; cells that have no column are a list,
 * `more_cells`, where there are any.
 */
export async function* jsonLines({ table, rows }: OpenedRows): AsyncGenerator<string, void> {
  const theirs = uniqueNames(table.theirs);
  const ours = table.hasResults ? freeNames(theirs, table.names) : [];
  const [surplusName = SURPLUS] = freeNames([...theirs, ...ours], [SURPLUS]);
  const keys = [...theirs, ...ours].map((name) => `${JSON.stringify(name)}:`);
  for await (const some of rows) {
    let text = '';
    for (const { cells, values, surplus } of some) {
      const texts = theirs.map((_, column) => cells[column] ?? '');
      const members = [...texts, ...values].map((value, at) => `${keys[at] ?? ''}${JSON.stringify(value)}`);
      if (surplus.length > 0) members.push(`${JSON.stringify(surplusName)}:${JSON.stringify(surplus)}`);
      text += `{${members.join(',')}}\n`;
    }
    yield text;
  }
}

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((given, index) => {
    const isBlank = given.trim() === '';
    let name = isBlank ? `column_${index + 1}` : given;
    for (let count = 2; seen.has(name) || (name !== given && taken.has(name)); count += 1)
      name = `${isBlank ? `column_${index + 1}` : given}_${count}`;
    seen.add(name);
    return name;
  });
}
