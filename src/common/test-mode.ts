/** The header of each answer to a test token. */
export const TEST_MODE = 'X-Test-Mode';

/** What the names of test tokens begin with, wherever they are shown. */
export const TEST_PREFIX = 'TEST · ';
