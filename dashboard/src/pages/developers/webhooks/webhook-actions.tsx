import { useState, type ReactElement, type Ref } from 'react';
import { webhooks, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { FormFault } from '../../../ui/form-fault';
import { isAhead } from '../../../ui/format';
import { PreviousEnds } from '../../../ui/previous-ends';
import { useTask } from '../../../ui/use-task';
import type { FreshSecret } from './secret-shown';

interface WebhookActionsProps {
  webhook: Webhook;
  editRef: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onFresh: (fresh: FreshSecret) => Promise<void>;
  onChanged: (said: string) => Promise<void>;
}

type Question = 'rotate' | 'off' | 'remove';

/** What owners and admins do with a webhook. */
export function WebhookActions({ webhook, editRef, onEdit, onFresh, onChanged }: WebhookActionsProps): ReactElement {
  const { id } = useOrganization();
  const { webhooks: words, questions } = developerTexts();
  const [question, setQuestion] = useState<Question | null>(null);
  const { url } = webhook;
  const on = useTask(async () => {
    await webhooks.switch(id, webhook.id, true);
    await onChanged(words.isOn);
  });
  const close = (): void => {
    setQuestion(null);
  };
  const ask = (next: Question) => () => {
    setQuestion(next);
  };
  return (
    <>
      <div className="row">
        <Button ref={editRef} isSmall aria-label={words.editOf(url)} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button isSmall aria-label={words.rotateOf(url)} onClick={ask('rotate')}>
          {words.rotate}
        </Button>
        {webhook.state === 'off' ? (
          <Button isSmall isBusy={on.isBusy} aria-label={words.switchOnOf(url)} onClick={on.run}>
            {words.switchOn}
          </Button>
        ) : (
          <Button isSmall aria-label={words.switchOffOf(url)} onClick={ask('off')}>
            {words.switchOff}
          </Button>
        )}
        <Button isSmall kind="risk" aria-label={words.removeOf(url)} onClick={ask('remove')}>
          {words.remove}
        </Button>
      </div>
      <FormFault fault={on.fault} />
      {question === 'rotate' && (
        <Confirm
          title={questions.rotateTitle}
          action={questions.rotateAction}
          isHarmless={!isAhead(webhook.old_secret_until)}
          onClose={close}
          onConfirm={async () => {
            const { secret } = await webhooks.rotate(id, webhook.id, isAhead(webhook.old_secret_until));
            close();
            await onFresh({ url, secret, isRotated: true });
          }}
        >
          <p>{questions.rotateText}</p>
          <PreviousEnds until={webhook.old_secret_until} />
        </Confirm>
      )}
      {question === 'off' && (
        <Confirm
          title={questions.offTitle}
          action={questions.offAction}
          onClose={close}
          onConfirm={async () => {
            await webhooks.switch(id, webhook.id, false);
            close();
            await onChanged(words.isOff);
          }}
        >
          <p>{questions.offText}</p>
        </Confirm>
      )}
      {question === 'remove' && (
        <Confirm
          title={questions.removeTitle}
          action={questions.removeAction}
          onClose={close}
          onConfirm={async () => {
            await webhooks.remove(id, webhook.id);
            close();
            await onChanged(words.isGone);
          }}
        >
          <p className="breakable">{url}</p>
          <p>{questions.removeText}</p>
        </Confirm>
      )}
    </>
  );
}
