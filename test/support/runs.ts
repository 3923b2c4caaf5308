const factor = Number(process.env['TEST_RUNS_FACTOR'] ?? 1);

/** How often a property is tried. `.ci/full` tries each ten times as often. */
export const runs = (count: number): number => count * factor;
