/** What is pushed is called in turn once the tests of the block have run, also where its server did not start. */
export function cleanUpsAfterAll(): (() => Promise<void>)[] {
  const cleanUps: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return cleanUps;
}
