import { SANDBOX_MAILBOXES } from './sandbox-mailboxes';

/** The mailboxes of `sandbox.test` as people read them: name, status, sub-status, and what it stands for. */
export const SANDBOX_ROWS: readonly (readonly [string, string, string, string])[] = [...SANDBOX_MAILBOXES].map(
  ([name, { status, subStatus, what }]) => [
    `\`${name}@\``,
    `\`${status}\``,
    subStatus === null ? '' : `\`${subStatus}\``,
    what,
  ],
);

export const SANDBOX_COLUMNS = ['address at `sandbox.test`', 'status', 'sub_status', 'what it stands for'] as const;

/** As a table in Markdown. */
export function sandboxTable(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [SANDBOX_COLUMNS, SANDBOX_COLUMNS.map(() => '---'), ...SANDBOX_ROWS].map(line).join('\n');
}
