import { useState, type ReactElement } from 'react';
import { organizations } from '../../api';
import { goTo } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';

/** The ways out: leave it, or end it for all. */
export function GoodbyeCard(): ReactElement {
  const { id, name, role } = useOrganization();
  const { account, refresh } = useSession();
  const [asked, setAsked] = useState<'leave' | 'delete' | null>(null);
  const close = (): void => {
    setAsked(null);
  };
  const leaveFor = (work: Promise<unknown>): Promise<void> =>
    work.then(async () => {
      close();
      goTo('/overview');
      await refresh();
    });
  return (
    <Card title={t.team.dangerous} isDangerous>
      <div className="row wrap">
        <Button
          onClick={() => {
            setAsked('leave');
          }}
        >
          {t.team.leave}
        </Button>
        {role === 'owner' && (
          <Button
            kind="risk"
            onClick={() => {
              setAsked('delete');
            }}
          >
            {t.team.delete}
          </Button>
        )}
      </div>
      {asked === 'leave' && (
        <Confirm
          title={t.team.leaveTitle(name)}
          action={t.team.leaveAction}
          onClose={close}
          onConfirm={() => leaveFor(organizations.removeMember(id, account.id))}
        >
          <p>{t.team.leaveText}</p>
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={t.team.deleteTitle(name)}
          action={t.team.deleteAction}
          typed={name}
          onClose={close}
          onConfirm={() => leaveFor(organizations.remove(id, name))}
        >
          <p>{t.team.deleteText}</p>
        </Confirm>
      )}
    </Card>
  );
}
