interface Stoppable {
  stop(): Promise<void>;
}

const made = new Map<string, Promise<Stoppable>>();

/**
 * Starts a thing for the first suite of this test file that asks for it by this name, and gives the same one to later
 * suites. It is stopped after the last suite. Suites that share a service take accounts of their own, and change nothing
 * that others would notice: no clock, no setting of the service, no whole table.
 * @param name with the settings, where there are any
 */
export function shared<Thing extends Stoppable>(name: string, start: () => Promise<Thing>): Promise<Thing> {
  const present = made.get(name) as Promise<Thing> | undefined;
  if (present !== undefined) return present;
  const thing = start();
  made.set(name, thing);
  return thing;
}

async function stopAll(): Promise<void> {
  for (const thing of await Promise.allSettled([...made.values()].reverse())) {
    if (thing.status === 'fulfilled') await thing.value.stop();
  }
}

// Of the test file: groups import this module before their specs. Processes of the suites import it outside of Jest.
if ('afterAll' in globalThis) afterAll(stopAll);
