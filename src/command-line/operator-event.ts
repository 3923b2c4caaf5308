/** Levels at which the operator wants to see what was done. */
const LEVELS = new Set(['info', 'debug', 'trace']);

/**
 * What a command changed, as a line of the log on standard error: only where `LOG_LEVEL` is set and asks for it, since
 * scripts read the output of commands.
 */
export function logOperatorEvent(event: string, facts: Record<string, number | string | null>): void {
  if (!LEVELS.has(process.env['LOG_LEVEL'] ?? '')) return;
  const line = { level: 'info', time: new Date().toISOString(), pid: process.pid, context: 'Security' };
  process.stderr.write(`${JSON.stringify({ ...line, event, outcome: 'done', by: 'operator', ...facts })}\n`);
}
