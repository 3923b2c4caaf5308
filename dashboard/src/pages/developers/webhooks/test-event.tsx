import { useCallback, useState, type ReactElement } from 'react';
import { webhooks, type Delivery, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { formatMoment } from '../../../ui/format';
import { FormFault } from '../../../ui/form-fault';
import { useEvery } from '../../../ui/use-every';
import { useTask } from '../../../ui/use-task';
import { failureWords } from './attempt-words';

const LOOK_MS = 500;
/** A try takes 15 s at most, and waits for its turn before it. */
const MOST_LOOKS = 50;

interface Sent {
  eventId: string;
  looks: number;
  /** Null: nothing came of it yet. */
  delivery: Delivery | null;
}

interface TestEventProps {
  webhook: Webhook;
  /** Something came of it, which changes what is known of the webhook. */
  onOutcome: () => Promise<void>;
}

/** Sends an event without meaning, and says what came of it. */
export function TestEvent({ webhook, onOutcome }: TestEventProps): ReactElement {
  const { id } = useOrganization();
  const words = developerTexts();
  const [sent, setSent] = useState<Sent | null>(null);
  const task = useTask(async () => {
    setSent(null);
    const { event_id: eventId } = await webhooks.test(id, webhook.id);
    setSent({ eventId, looks: 0, delivery: null });
  });
  const { id: webhookId } = webhook;
  const eventId = sent?.eventId;
  const look = useCallback(async () => {
    const found = await webhooks
      .deliveries(id, webhookId, '', null)
      .then(({ deliveries }) => deliveries.find((one) => one.event_id === eventId && one.attempted_at !== null))
      // The page says that the service is away; the next look may succeed.
      .catch(() => undefined);
    setSent((old) => (old === null ? old : { ...old, looks: old.looks + 1, delivery: found ?? null }));
    if (found !== undefined) await onOutcome();
  }, [id, webhookId, eventId, onOutcome]);
  const isWaiting = sent?.delivery === null;
  const isSlow = isWaiting && sent.looks >= MOST_LOOKS;
  useEvery(isWaiting && !isSlow ? LOOK_MS : null, look);
  return (
    <>
      <div className="row">
        <Button isSmall isBusy={task.isBusy} aria-label={words.webhooks.testOf(webhook.url)} onClick={task.run}>
          {words.webhooks.test}
        </Button>
      </div>
      <FormFault fault={task.fault} />
      <div role="status">
        {isWaiting && <p className="hint">{isSlow ? words.test.slow : words.test.sending}</p>}
        {sent !== null && sent.delivery !== null && <Outcome delivery={sent.delivery} />}
      </div>
    </>
  );
}

function Outcome({ delivery }: { delivery: Delivery }): ReactElement {
  const words = developerTexts().test;
  const { error, http_status: status, latency_ms: latency, next_attempt_at: next, response } = delivery;
  const isIn = error === null && status !== null;
  return (
    <div className={isIn ? 'notice good' : 'notice bad'}>
      <div>
        <p className="strong">
          {isIn ? words.arrived(status, (latency ?? 0) / 1000) : words.failed(failureWords(delivery))}
        </p>
        {next !== null && <p>{words.again(formatMoment(next))}</p>}
        {response !== null && (
          <p className="breakable">
            {words.answer} <code>{response.slice(0, 200)}</code>
          </p>
        )}
      </div>
    </div>
  );
}
