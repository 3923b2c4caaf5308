import { eventually } from '../support/eventually';
import { QueueService } from '../support/queue-service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { describeJobQueue } from './job-queue.suite';

describe.each(setUps)('the job queue, %s', (name) => {
  const made: SetUp[] = [];

  describeJobQueue(async (providers) => {
    const setUp = await makeSetUp(name);
    made.push(setUp);
    const { REDIS_URL, REDIS_KEY_PREFIX = 'unused' } = setUp.env;
    const queue = await QueueService.start({ REDIS_URL, REDIS_KEY_PREFIX }, providers);
    await eventually('it takes jobs', async () => (await queue.fault()) === null);
    return queue;
  });

  afterAll(async () => {
    for (const setUp of made) await setUp.remove();
  });
});
