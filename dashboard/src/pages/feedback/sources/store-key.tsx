import { useState, type ReactElement } from 'react';
import { feedback, type FeedbackSource } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { isAhead } from '../../../ui/format';
import { FormFault } from '../../../ui/form-fault';
import { PreviousEnds } from '../../../ui/previous-ends';
import { useTask } from '../../../ui/use-task';
import type { GivesKey } from './source-key';

interface StoreKeyProps {
  source: FeedbackSource & { provider: GivesKey };
  onStored: () => Promise<void>;
  onClose: () => void;
}

/** Takes the key that the provider gave. */
export function StoreKey({ source, onStored, onClose }: StoreKeyProps): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts();
  const [key, setKey] = useState('');
  const task = useTask(async () => {
    await feedback.setSecret(id, source.id, key.trim(), isAhead(source.old_secret_until));
    await onStored();
  });
  const isMissing = key.trim() === '';
  return (
    <Dialog title={words.rotate.storeTitle(source.name)} onClose={onClose}>
      <Form
        className="stack"
        onSubmit={() => {
          if (!isMissing) task.run();
        }}
      >
        <p>{words.rotate.storeText}</p>
        <PreviousEnds until={source.old_secret_until} />
        <Field
          label={words.newSource.key[source.provider]}
          value={key}
          autoComplete="off"
          spellCheck={false}
          error={task.fault?.fields['secret']}
          onChange={(event) => {
            setKey(event.target.value);
          }}
        />
        <FormFault fault={task.fault} fields={['secret']} />
        <div className="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {words.rotate.storeAction}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
