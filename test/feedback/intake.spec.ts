import { ScriptedEngine } from '../batches/scripted-engine';
import { BatchService, type Customer } from '../batches/batch-service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, told } from './feedback-service';

jest.setTimeout(60_000);

describe.each(setUps)('the intake of feedback, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    feedback = new FeedbackClient(service);
    customer = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('answers, and reads what came soon after', async () => {
    const source = await feedback.source(customer);
    const event = told('hard_bounce', 'Gone@Company.test', { smtp_code: 550, enhanced_code: '5.1.1' });
    const response = await feedback.post(source.path, JSON.stringify({ events: [event] }));
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 1, duplicateCount: 0 });
    expect(await feedback.known(customer, 'gone@company.test')).toMatchObject({ known: 'hard_bounce' });
    expect(await feedback.events(customer, `?source_id=${source.id}`)).toMatchObject({
      events: [{ type: 'hard_bounce', email: 'gone@company.test', smtp_code: 550, source_id: source.id }],
      next_before: null,
    });
  });
});
