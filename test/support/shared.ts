/** What suites with the same settings share, for as long as their test file runs. */
const made = new Map<string, Promise<Stoppable>>();

interface Stoppable {
  stop(): Promise<void>;
}

/**
 * Starts it for the first suite of this test file that needs it with this key, and hands the same one to all later suites.
 * It is stopped after the last suite. A suite makes accounts of its own, and changes nothing that others would notice:
 * not the clock, not a setting of the service.
 */
export function shared<Made extends Stoppable>(
  kind: string,
  settings: unknown,
  start: () => Promise<Made>,
): Promise<Made> {
  const key = `${kind} ${JSON.stringify(settings)}`;
  const present = made.get(key) as Promise<Made> | undefined;
  if (present !== undefined) return present;
  const starting = start();
  made.set(key, starting);
  return starting;
}

// Of the file, wherever this module was first imported: groups import it before their specs.
afterAll(async () => {
  for (const one of [...made.values()].reverse()) await (await one).stop();
  made.clear();
});
