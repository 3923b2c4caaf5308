import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from 'react';
import { account, ApiError, type SignedIn } from './api';
import { noteBack } from './api/connection';
import { whenSignedOut, whenTwoFactorNeeded } from './api/request';
import { ConfirmEmailPage } from './pages/confirm-email-page';
import { ForgottenPage } from './pages/forgotten-page';
import { InvitationPage } from './pages/invitation-page';
import { OperatorPage } from './pages/operator-page';
import { SharedPage } from './pages/shared-page';
import { ResetPage } from './pages/reset-page';
import { SignInPage } from './pages/sign-in-page';
import { replaceBy, useRoute, type Route } from './router';
import { currentOrganization, rememberOrganization } from './session/current-organization';
import { PasswordPrompt } from './session/password-prompt';
import { SessionContext, type Session } from './session/session-context';
import { SessionEnded } from './session/session-ended';
import { Shell } from './shell';
import { currentLanguage, whenLanguageChanges } from './texts/language';
import { toFault } from './ui/use-task';
import { Waiting } from './ui/waiting';

/** Pages that end with a sign-in. */
const GATES = ['sign-in', 'sign-up'];
/** The same files are served at `/dashboard/` and at `/operator/`: the operator's console is the second. */
const isConsole = /^\/operator(\/|$)/i.test(window.location.pathname);

/** Signed in or not is all that is decided here; the address is kept across a sign-in. */
export function App(): ReactElement {
  useSyncExternalStore(whenLanguageChanges, currentLanguage);
  const route = useRoute();
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const [isKnown, setKnown] = useState(false);
  /** The session has ended, and the page is kept as it was until somebody signs in again. */
  const [hasEnded, setEnded] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);

  const set = useCallback((next: SignedIn | null) => {
    setEnded(false);
    setSignedIn(next);
    if (next !== null) noteBack();
  }, []);
  const refresh = useCallback(async () => {
    try {
      setFault(null);
      setSignedIn(await account.current());
      setKnown(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        setKnown(true);
        setEnded(true);
      } else setFault(toFault(error));
    }
  }, []);

  useEffect(() => {
    whenSignedOut(() => {
      setEnded(true);
    });
    // It may be asked for since a moment ago: the session says for which organizations.
    whenTwoFactorNeeded(() => void refresh());
    void refresh();
  }, [refresh]);

  const isSignedIn = signedIn !== null;
  const isGate = GATES.includes(route.page);
  useEffect(() => {
    if (isSignedIn && isGate) replaceBy(isConsole ? '/' : '/overview');
  }, [isSignedIn, isGate]);

  const session = useMemo<Session | null>(() => {
    if (signedIn === null) return null;
    const organization = currentOrganization(signedIn.organizations, route.organizationId);
    const link = (page: string): string => (organization === null ? `#/${page}` : `#/o/${organization.id}/${page}`);
    return { ...signedIn, organization, link, refresh, set };
  }, [signedIn, route.organizationId, refresh, set]);

  const shownId = session?.organization?.id;
  useEffect(() => {
    if (shownId !== undefined) rememberOrganization(shownId);
  }, [shownId]);

  if (route.page === 'shared' && route.rest !== null) return <SharedPage secret={route.rest} />;
  if (!isKnown) {
    return (
      <main className="gate">
        <Waiting loaded={{ fault, reload: refresh }} />
      </main>
    );
  }
  const { page, rest } = route;
  if (page === 'forgotten') return <ForgottenPage />;
  if (page === 'reset' && rest !== null) {
    return (
      <ResetPage
        secret={rest}
        onDone={() => {
          set(null);
        }}
      />
    );
  }
  if (page === 'confirm-email' && rest !== null)
    return <ConfirmEmailPage secret={rest} onDone={() => void refresh()} />;
  if (session === null) return <SignInPage route={route} onSignedIn={set} />;
  return (
    <SessionContext key={session.account.id} value={session}>
      <PageOf route={route} />
      <PasswordPrompt />
      {hasEnded && <SessionEnded />}
    </SessionContext>
  );
}

function PageOf({ route }: { route: Route }): ReactElement {
  if (route.page === 'invitation' && route.rest !== null) return <InvitationPage secret={route.rest} />;
  return isConsole ? <OperatorPage route={route} /> : <Shell route={route} />;
}
