import { makeQueue } from '../../src/queue/queue.module';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { describeJobQueue } from './job-queue.suite';

describe.each(setUps)('the job queue, %s', (name) => {
  const made: SetUp[] = [];

  describeJobQueue(async () => {
    const setUp = await makeSetUp(name);
    made.push(setUp);
    const { REDIS_URL, REDIS_KEY_PREFIX = 'unused' } = setUp.env;
    const queue = makeQueue({ REDIS_URL, REDIS_KEY_PREFIX });
    await eventually('it takes jobs', async () => (await queue.fault()) === null);
    return queue;
  });

  afterAll(async () => {
    for (const setUp of made) await setUp.remove();
  });
});
