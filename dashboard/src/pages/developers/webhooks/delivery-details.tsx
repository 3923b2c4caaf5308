import { useState, type ReactElement } from 'react';
import { webhooks, type Delivery, type DeliveryAttempt, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { formatMoment } from '../../../ui/format';
import { FormFault } from '../../../ui/form-fault';
import { useTask } from '../../../ui/use-task';
import { failureWords } from './attempt-words';

interface DeliveryDetailsProps {
  webhook: Webhook;
  delivery: Delivery;
  onResent: () => Promise<void>;
}

/** What was sent, each try with its answer, and the way to send it again. */
export function DeliveryDetails({ webhook, delivery, onResent }: DeliveryDetailsProps): ReactElement {
  const { id } = useOrganization();
  const { log: words, eventNames } = developerTexts();
  const [said, setSaid] = useState('');
  const { status, response, event_id: eventId, body } = delivery;
  const resend = useTask(async () => {
    setSaid('');
    await webhooks.resend(id, webhook.id, delivery.id);
    setSaid(words.resent);
    await onResent();
  });
  return (
    <div className="delivery-details">
      {status !== 'delivered' && <p>{words.meanings[status]}</p>}
      <Attempts delivery={delivery} />
      {response !== null && (
        <div>
          <p className="strong">{words.answer}</p>
          <pre className="sample" tabIndex={0} role="region" aria-label={words.answer}>
            <code>{response}</code>
          </pre>
        </div>
      )}
      <div>
        <p className="strong">{words.body}</p>
        <pre className="sample" tabIndex={0} role="region" aria-label={words.body}>
          <code>{indented(body)}</code>
        </pre>
        <CopyButton text={body} label={words.copyBody} />
      </div>
      <p className="hint breakable">
        {words.id}: <code>{eventId}</code>
      </p>
      {webhook.state !== 'off' && (
        <div className="row">
          <Button
            isSmall
            isBusy={resend.isBusy}
            aria-label={words.resendOf(eventNames[delivery.type], formatMoment(delivery.occurred_at))}
            onClick={resend.run}
          >
            {words.resend}
          </Button>
          <span role="status" className="small-text">
            {said}
          </span>
        </div>
      )}
      <FormFault fault={resend.fault} />
    </div>
  );
}

function Attempts({ delivery }: { delivery: Delivery }): ReactElement {
  const words = developerTexts().log;
  const { attempted_at: at, latency_ms, http_status, error, earlier_attempts: earlier } = delivery;
  if (at === null) return <p className="hint">{words.noTry}</p>;
  const all: DeliveryAttempt[] = [...earlier, { attempted_at: at, latency_ms, http_status, error }];
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label={words.attempts}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.outcome}</th>
            <th scope="col" className="number">
              {words.took}
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((attempt, index) => (
            <tr key={`${attempt.attempted_at} ${index}`}>
              <th scope="row">{formatMoment(attempt.attempted_at)}</th>
              <td>{attempt.error === null ? words.statuses.delivered : failureWords(attempt)}</td>
              <td className="number">{words.milliseconds(attempt.latency_ms ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** JSON with a line for each value. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
