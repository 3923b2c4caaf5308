import { eventually } from '../support/eventually';
import { TestService } from '../support/service';
import { makeSetUp, setUps } from '../support/set-ups';

/** Connections of this process, whoever opened them. */
const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

describe.each(setUps)('a stopped service, %s', (name) => {
  it.each(name === 'embedded' ? ['all'] : ['all', 'api', 'worker'])(
    'leaves no connection open (ROLE=%s)',
    async (ROLE) => {
      const setUp = await makeSetUp(name);
      const migrated = await TestService.start(setUp);
      await migrated.stop();
      const before = sockets();
      const service = await TestService.start(setUp, { ROLE });
      await service.stop();
      await expect(eventually('all are closed', () => sockets() <= before)).resolves.toBeUndefined();
      await setUp.remove();
    },
  );
});
