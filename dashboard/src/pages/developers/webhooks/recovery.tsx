import { useState, type ReactElement } from 'react';
import { webhooks, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { FormFault } from '../../../ui/form-fault';
import { useTask } from '../../../ui/use-task';

const HOUR_MS = 3_600_000;
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, all: 30 * 24 * HOUR_MS };
type Span = keyof typeof SPANS;
const NAMES: readonly Span[] = ['hour', 'day', 'week', 'all'];

/** Sends again what did not arrive. */
export function Recovery(props: { webhook: Webhook; onRecovered: () => Promise<void> }): ReactElement {
  const { id } = useOrganization();
  const words = developerTexts().log;
  const [span, setSpan] = useState<Span>('day');
  const [said, setSaid] = useState('');
  const task = useTask(async () => {
    setSaid('');
    const since = new Date(Date.now() - SPANS[span]).toISOString();
    const { count } = await webhooks.recover(id, props.webhook.id, since);
    setSaid(words.recovered(count));
    await props.onRecovered();
  });
  return (
    <Form className="stack" onSubmit={task.run}>
      <SelectField
        label={words.since}
        hint={words.recoverHint}
        value={span}
        onChange={(event) => {
          setSpan(NAMES.find((name) => name === event.target.value) ?? 'day');
        }}
      >
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {words.spans[name]}
          </option>
        ))}
      </SelectField>
      <div className="row">
        <Button type="submit" isBusy={task.isBusy}>
          {words.recover}
        </Button>
      </div>
      <p role="status" className="hint">
        {said}
      </p>
      <FormFault fault={task.fault} />
    </Form>
  );
}
