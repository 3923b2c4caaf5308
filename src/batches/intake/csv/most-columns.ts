/** Every row of the results is as wide as the header, however short it came. */
export const MOST_COLUMNS = 1000;
