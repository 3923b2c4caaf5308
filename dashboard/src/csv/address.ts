const ADDRESS = /^"?[^\s@,;|"]+@[^\s@,;|"]+"?$/;
const LONGEST = 320;

/** Whether a cell is nothing but what may be an address. */
export function looksLikeAddress(cell: string): boolean {
  const text = cell.trim();
  return text.length <= LONGEST && ADDRESS.test(text);
}
