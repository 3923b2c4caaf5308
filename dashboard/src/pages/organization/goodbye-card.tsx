import { useState, type ReactElement } from 'react';
import { organizations } from '../../api';
import { goTo } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
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
    <Card title="Leave or delete" isDangerous>
      <div className="row wrap">
        <Button
          onClick={() => {
            setAsked('leave');
          }}
        >
          Leave {name}
        </Button>
        {role === 'owner' && (
          <Button
            kind="danger"
            onClick={() => {
              setAsked('delete');
            }}
          >
            Delete {name}
          </Button>
        )}
      </div>
      {asked === 'leave' && (
        <Confirm
          title={`Leave ${name}?`}
          action="Leave the organization"
          onClose={close}
          onConfirm={() => leaveFor(organizations.removeMember(id, account.id))}
        >
          <p>You lose sight of its credits and batches, and only its owners and admins can invite you again.</p>
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          action="Delete the organization"
          typed={name}
          onClose={close}
          onConfirm={() => leaveFor(organizations.remove(id, name))}
        >
          <p>Its batches, its results and its credits are gone for good, for every member.</p>
        </Confirm>
      )}
    </Card>
  );
}
