/** One measured figure, beside what it is measured against and what it should be. */
export interface Figure {
  what: string;
  /** With its unit. */
  measured: string;
  /** What the same run measured for the baseline, with its unit. */
  baseline?: string;
  ratio?: string;
  goal?: string;
  /** Whether the goal is met; undefined where there is none. */
  isMet?: boolean;
}

const COLUMNS = ['figure', 'measured', 'baseline', 'ratio', 'goal', ''];

/** Prints figures as a Markdown table that is also readable in a terminal. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ what, measured, baseline = '', ratio = '', goal = '', isMet }) => [
    what,
    measured,
    baseline,
    ratio,
    goal,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]);
  const widths = COLUMNS.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  process.stdout.write(`\n### ${title}\n\n${[line(COLUMNS), rule, ...rows.map(line)].join('\n')}\n`);
}

export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
