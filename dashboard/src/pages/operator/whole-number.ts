/** Credits that one entry may hold: as the interface has it. */
export const MOST_CREDITS = 1_000_000_000;

/** What was typed as a whole number in digits, spaces between them or not; null: it is none, or out of bounds. */
export function wholeNumber(text: string, least: number): number | null {
  const digits = text.replace(/\s/g, '');
  const value = Number(digits);
  return /^\d+$/.test(digits) && value >= least && value <= MOST_CREDITS ? value : null;
}
