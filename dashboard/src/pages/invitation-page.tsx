import type { ReactElement } from 'react';
import { invitations } from '../api';
import { goTo } from '../router';
import { useSession } from '../session/session-context';
import { Brand } from '../ui/brand';
import { Button } from '../ui/button';
import { FormFault } from '../ui/form-fault';
import { Page } from '../ui/page';
import { useLoaded } from '../ui/use-loaded';
import { useTask } from '../ui/use-task';
import { Waiting } from '../ui/waiting';

/** Behind the link of an invitation: join, or leave it. */
export function InvitationPage({ secret }: { secret: string }): ReactElement {
  const { account, refresh } = useSession();
  const loaded = useLoaded(secret, () => invitations.read(secret));
  const join = useTask(async () => {
    const { id } = await invitations.accept(secret);
    await refresh();
    goTo(`/o/${id}/overview`);
  });
  const offer = loaded.data;
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card">
        <Page title="You are invited">
          {offer === null ? (
            <Waiting loaded={loaded} />
          ) : (
            <div className="stack">
              <p>
                Join <strong>{offer.organization_name}</strong> as {offer.role}: you will share its credits and its
                batches.
              </p>
              <p className="hint">
                The invitation is for {offer.email}; you are signed in as {account.email}.
              </p>
              <FormFault fault={join.fault} />
              <Button kind="primary" isBusy={join.isBusy} onClick={join.run}>
                Join {offer.organization_name}
              </Button>
            </div>
          )}
          <p className="gate-other">
            <a href="#/overview">Not now</a>
          </p>
        </Page>
      </div>
    </main>
  );
}
