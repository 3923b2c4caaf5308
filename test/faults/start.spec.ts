import { build, ServiceProcess } from '../processes/service-process';
import { makeSetUp, setUps } from '../support/set-ups';

const describeDistributed = setUps.includes('distributed') ? describe : describe.skip;

describeDistributed('a start with all servers there', () => {
  beforeAll(build);

  it('raises no alarm', async () => {
    const setUp = await makeSetUp('distributed');
    const service = await ServiceProcess.start({ ...setUp.env, LOG_LEVEL: 'warn', SMTP_PROBE: 'off' });
    const ready = await service.request('/health/ready');
    await service.stop();
    await setUp.remove();
    expect(ready.status).toBe(200);
    expect(service.output).not.toMatch(/not connected|is away|"level":"error"/);
  });
});
