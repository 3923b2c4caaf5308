const NONE: readonly string[] = [];

/** Of a row that is longer than the header, the cells that have no column; blank ones at its end are none. */
export function surplusCells(cells: readonly string[], width: number): readonly string[] {
  let end = cells.length;
  while (end > width && isBlank(cells[end - 1] ?? '')) end -= 1;
  return end > width ? cells.slice(width, end) : NONE;
}

/**
 * Whether an address stands in another cell than it should: that of the addresses has none. In a row that is too long, it
 * means that a cell in front holds the delimiter and has no quotes (`Doe, John,c@d.co`).
 */
export function missesAddress(cells: readonly string[], emailColumn: number): boolean {
  return !mayHoldAddress(cells[emailColumn] ?? '') && cells.some(mayHoldAddress);
}

export function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

function mayHoldAddress(cell: string): boolean {
  return cell.includes('@');
}
