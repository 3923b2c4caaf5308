import { useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { goTo } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';

/** Cancel while it is at work, delete once it is not: for owners and admins, and for members whose list it is. */
export function BatchActions({
  batch,
  onChanged,
}: {
  batch: Batch;
  onChanged: () => Promise<void>;
}): ReactElement | null {
  const { id, role } = useOrganization();
  const { account, link } = useSession();
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
  };
  const isAtWork = batch.status === 'pending' || batch.status === 'processing';
  const isTheirs = role === 'member' && batch.by?.account_id !== account.id;
  if (role === 'viewer' || isTheirs) return null;
  return (
    <>
      <Button
        onClick={() => {
          setAsking(true);
        }}
      >
        {isAtWork ? t.list.cancel : t.list.delete}
      </Button>
      {isAsking && isAtWork && (
        <Confirm
          title={t.list.cancelTitle}
          action={t.list.cancelAction}
          cancel={t.list.keepChecking}
          onClose={close}
          onConfirm={async () => {
            await batches.cancel(id, batch.id);
            close();
            await onChanged();
          }}
        >
          <p>{t.list.cancelText}</p>
        </Confirm>
      )}
      {isAsking && !isAtWork && (
        <Confirm
          title={t.list.deleteTitle}
          action={t.list.deleteAction}
          onClose={close}
          onConfirm={async () => {
            await batches.remove(id, batch.id);
            goTo(link('batches'));
          }}
        >
          <p>{t.list.deleteText}</p>
        </Confirm>
      )}
    </>
  );
}
