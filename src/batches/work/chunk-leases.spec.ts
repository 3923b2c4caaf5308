import { DataSource } from 'typeorm';
import { makeSetUp } from '../../../test/support/set-ups';
import { readConfig } from '../../config/env';
import { SystemClock } from '../../common/clock';
import { connect, sharedSql } from '../../database/database.module';
import { Chunk } from '../chunk.entity';
import { ChunkLeases } from './chunk-leases';

describe('ChunkLeases', () => {
  it('renews leases in the order of their ids, so that two who do cannot lock each other out', async () => {
    const setUp = await makeSetUp('embedded');
    const source: DataSource = await connect(readConfig(setUp.env), [Chunk]);
    const database = sharedSql(source);
    const executed = jest.spyOn(database, 'execute');
    await new ChunkLeases(source.getRepository(Chunk), new SystemClock()).extend([10, 9, 2, 33]);
    expect(executed.mock.calls[0]?.[1]?.slice(1)).toEqual([2, 9, 10, 33]);
    await source.destroy();
    await setUp.remove();
  });
});
