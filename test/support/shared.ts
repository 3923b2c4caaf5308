interface Removable {
  remove(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

const made = new Map<string, Promise<Stoppable>>();
const removals: (() => Promise<void>)[] = [];

/**
 * Starts a service for the first suite of this test file that asks for it with these settings, and gives the same one to
 * later suites. It is stopped after the last suite. Suites that share take accounts of their own, and change nothing that
 * others would notice: no clock, no setting of the service, no whole table.
 */
export function shared<World extends Removable, Service extends Stoppable>(
  kind: string,
  settings: unknown,
  prepare: () => Promise<World>,
  start: (world: World) => Promise<Service>,
): Promise<Service> {
  const key = `${kind} ${JSON.stringify(settings)}`;
  const present = made.get(key) as Promise<Service> | undefined;
  if (present !== undefined) return present;
  const service = prepare().then((world) => {
    removals.push(() => world.remove());
    return start(world);
  });
  made.set(key, service);
  return service;
}

// At the end of the test file: groups import this module before their specs.
afterAll(async () => {
  const services = await Promise.allSettled(made.values());
  for (const result of services) if (result.status === 'fulfilled') await result.value.stop();
  for (const remove of removals) await remove();
});
