import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { account, ApiError, type SignedIn } from './api';
import { whenSignedOut } from './api/request';
import { InvitationPage } from './pages/invitation-page';
import { SignInPage } from './pages/sign-in-page';
import { useRoute } from './router';
import { currentOrganization, rememberOrganization } from './session/current-organization';
import { PasswordPrompt } from './session/password-prompt';
import { SessionContext, type Session } from './session/session-context';
import { Shell } from './shell';
import { toFault } from './ui/use-task';
import { Waiting } from './ui/waiting';

/** Signed in or not is all that is decided here; the address is kept across a sign-in. */
export function App(): ReactElement {
  const route = useRoute();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const [isKnown, setKnown] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);

  const refresh = useCallback(async () => {
    try {
      setFault(null);
      setSignedIn(await account.current());
      setKnown(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setKnown(true);
      else setFault(toFault(error));
    }
  }, []);

  useEffect(() => {
    whenSignedOut(() => {
      setSignedIn(null);
    });
    void refresh();
  }, [refresh]);

  const session = useMemo<Session | null>(() => {
    if (signedIn === null) return null;
    const organization = currentOrganization(signedIn.organizations, route.organizationId);
    const link = (page: string): string => (organization === null ? `#/${page}` : `#/o/${organization.id}/${page}`);
    return { ...signedIn, organization, link, refresh, set: setSignedIn };
  }, [signedIn, route.organizationId, refresh]);

  const shownId = session?.organization?.id;
  useEffect(() => {
    if (shownId !== undefined) rememberOrganization(shownId);
  }, [shownId]);

  if (!isKnown) {
    return (
      <main className="gate">
        <Waiting loaded={{ fault, reload: refresh }} />
      </main>
    );
  }
  const isInvitation = route.page === 'invitation' && route.rest !== null;
  if (session === null) return <SignInPage route={route} onSignedIn={setSignedIn} />;
  return (
    <SessionContext value={session}>
      {isInvitation ? <InvitationPage secret={route.rest ?? ''} /> : <Shell route={route} />}
      <PasswordPrompt />
    </SessionContext>
  );
}
