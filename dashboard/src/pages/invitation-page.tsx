import type { ReactElement } from 'react';
import { account as accounts, invitations, type InvitationOffer } from '../api';
import { goTo } from '../router';
import { useSession } from '../session/session-context';
import { t } from '../texts';
import { Brand } from '../ui/brand';
import { Button } from '../ui/button';
import { FormFault } from '../ui/form-fault';
import { Page } from '../ui/page';
import { useLoaded } from '../ui/use-loaded';
import { useTask } from '../ui/use-task';
import { Waiting } from '../ui/waiting';

/** Behind the link of an invitation: join, or leave it. */
export function InvitationPage({ secret }: { secret: string }): ReactElement {
  const loaded = useLoaded(secret, () => invitations.read(secret));
  const isGone = loaded.data === null && loaded.fault?.status === 404;
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card">
        <Page title={isGone ? t.invitation.titleGone : t.invitation.title}>
          {isGone && <p>{t.faults.invitationGone}</p>}
          {loaded.data === null && !isGone && <Waiting loaded={loaded} />}
          {loaded.data !== null && <Offer secret={secret} offer={loaded.data} />}
          <p className="gate-other">
            <a href="#/overview">{isGone ? t.invitation.toOverview : t.invitation.notNow}</a>
          </p>
        </Page>
      </div>
    </main>
  );
}

function Offer({ secret, offer }: { secret: string; offer: InvitationOffer }): ReactElement {
  const { account, refresh, set } = useSession();
  const join = useTask(async () => {
    const { id } = await invitations.accept(secret);
    await refresh();
    goTo(`/o/${id}/overview`);
  });
  // The address is kept: whoever signs in next comes back here.
  const signOut = useTask(async () => {
    await accounts.signOut();
    set(null);
  });
  const isMine = offer.email.toLowerCase() === account.email.toLowerCase();
  return (
    <div className="stack">
      <p>{t.invitation.offer(offer.organization_name, t.roles[offer.role].name)}</p>
      <p className="hint">
        {isMine ? t.invitation.isFor(offer.email) : t.invitation.isForAnother(offer.email, account.email)}
      </p>
      <FormFault fault={isMine ? join.fault : signOut.fault} />
      {isMine ? (
        <Button kind="primary" isBusy={join.isBusy} onClick={join.run}>
          <span className="two-lines">{t.invitation.join(offer.organization_name)}</span>
        </Button>
      ) : (
        <Button kind="primary" isBusy={signOut.isBusy} onClick={signOut.run}>
          {t.invitation.signOut}
        </Button>
      )}
    </div>
  );
}
