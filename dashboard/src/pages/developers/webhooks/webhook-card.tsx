import { useState, type ReactElement } from 'react';
import { webhooks, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Card } from '../../../ui/card';
import { formatDay } from '../../../ui/format';
import { useFocusBack } from '../../../ui/use-focus-back';
import { DeliveryLog } from './delivery-log';
import type { FreshSecret } from './secret-shown';
import { TestEvent } from './test-event';
import { WebhookActions } from './webhook-actions';
import { WebhookFacts } from './webhook-facts';
import { WebhookForm } from './webhook-form';

interface WebhookCardProps {
  webhook: Webhook;
  onFresh: (fresh: FreshSecret) => Promise<void>;
  /** @param said what happened, in words */
  onChanged: (said: string) => Promise<void>;
}

export function WebhookCard({ webhook, onFresh, onChanged }: WebhookCardProps): ReactElement {
  const { id } = useOrganization();
  const { webhooks: words, form } = developerTexts();
  const [isEditing, setEditing] = useState(false);
  const [isLogOpen, setLogOpen] = useState(false);
  /** A test that came to something is in the log too. */
  const [tests, setTests] = useState(0);
  const back = useFocusBack();
  const state = stateOf(webhook);
  return (
    <Card
      title={webhook.url}
      note={words.created(formatDay(webhook.created_at))}
      actions={<span className={`badge ${TONES[state]}`}>{words.states[state]}</span>}
    >
      {isEditing ? (
        <WebhookForm
          before={webhook}
          action={form.save}
          onSend={async (wish) => {
            await webhooks.change(id, webhook.id, wish);
            setEditing(false);
            await onChanged(words.isChanged);
            back.focus();
          }}
          onClose={() => {
            setEditing(false);
            back.focus();
          }}
        />
      ) : (
        <>
          <WebhookFacts webhook={webhook} />
          <TestEvent
            webhook={webhook}
            onOutcome={async () => {
              setTests((before) => before + 1);
              await onChanged('');
            }}
          />
          <WebhookActions
            webhook={webhook}
            editRef={back.ref}
            onEdit={() => {
              setEditing(true);
            }}
            onFresh={onFresh}
            onChanged={onChanged}
          />
          <details
            className="details"
            onToggle={(event) => {
              setLogOpen(event.currentTarget.open);
            }}
          >
            <summary aria-label={words.logOf(webhook.url)}>{words.log}</summary>
            {isLogOpen && <DeliveryLog key={tests} webhook={webhook} />}
          </details>
        </>
      )}
    </Card>
  );
}

const TONES = { on: 'valid', failing: 'risky', off: 'unknown' } as const;

function stateOf({ state, failing_since: since }: Webhook): keyof typeof TONES {
  if (state === 'off') return 'off';
  return since === null ? 'on' : 'failing';
}
