import { useState, type ReactElement } from 'react';
import { WEBHOOK_EVENT_TYPES } from '../../../../../src/webhooks/webhook-event-types';
import { credits } from '../../../api';
import type { WebhookEventType, WebhookWish } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { t } from '../../../texts';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { CheckBox } from '../../../ui/check-box';
import { Field } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { FormFault } from '../../../ui/form-fault';
import { useLoaded } from '../../../ui/use-loaded';
import { useTask } from '../../../ui/use-task';

interface WebhookFormProps {
  before: WebhookWish;
  /** What the button says. */
  action: string;
  onSend: (wish: WebhookWish) => Promise<void>;
  onClose: () => void;
}

/** Where a webhook goes and what it is told; and from which balance on credits are few, which is the organization's. */
export function WebhookForm({ before, action, onSend, onClose }: WebhookFormProps): ReactElement {
  const { id } = useOrganization();
  const words = developerTexts().form;
  const [url, setUrl] = useState(before.url);
  const [isAll, setAll] = useState(before.event_types === null);
  const [chosen, setChosen] = useState<readonly WebhookEventType[]>(before.event_types ?? ['batch.completed']);
  const balance = useLoaded(String(id), () => credits.read(id));
  /** Null: as it was. */
  const [threshold, setThreshold] = useState<string | null>(null);
  const isTold = isAll || chosen.includes('credits.low');
  const warnBelow = balance.data?.warn_below ?? null;
  const task = useTask(async () => {
    if (isTold && threshold !== null) await credits.warn(id, threshold.trim());
    // In their order, whatever was ticked first.
    const listed = WEBHOOK_EVENT_TYPES.filter((type) => chosen.includes(type));
    await onSend({ url: url.trim(), event_types: isAll ? null : listed });
  });
  const fields = task.fault?.fields ?? {};
  return (
    <Form className="stack" onSubmit={task.run}>
      <FormFault fault={task.fault} fields={['url', 'event_types', 'warn_below']} />
      <Field
        label={words.address}
        value={url}
        type="url"
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        hint={words.addressHint}
        error={fields['url']}
        autoFocus
        onChange={(event) => {
          setUrl(event.target.value);
        }}
      />
      <fieldset>
        <legend>{words.events}</legend>
        <CheckBox checked={isAll} onChange={setAll}>
          {words.all}
        </CheckBox>
        {!isAll &&
          WEBHOOK_EVENT_TYPES.map((type) => (
            <CheckBox
              key={type}
              checked={chosen.includes(type)}
              onChange={(isIn) => {
                setChosen(isIn ? [...chosen, type] : chosen.filter((other) => other !== type));
              }}
            >
              {words.eventWords[type]} <code>{type}</code>
            </CheckBox>
          ))}
        <p className="error" role="alert">
          {fields['event_types']}
        </p>
      </fieldset>
      {isTold && balance.data !== null && (
        <Field
          label={words.threshold}
          inputMode="numeric"
          value={threshold ?? (warnBelow === null ? '' : String(warnBelow))}
          hint={words.thresholdHint}
          error={fields['warn_below']}
          onChange={(event) => {
            setThreshold(event.target.value);
          }}
        />
      )}
      <div className="row">
        <Button kind="primary" type="submit" isBusy={task.isBusy}>
          {action}
        </Button>
        <Button onClick={onClose}>{t.common.cancel}</Button>
      </div>
    </Form>
  );
}
