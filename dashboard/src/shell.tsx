import type { ReactElement } from 'react';
import { account } from './api';
import { AccountPage } from './pages/account/account-page';
import { BatchPage } from './pages/batches/batch-page';
import { BatchesPage } from './pages/batches/batches-page';
import { CheckPage } from './pages/check/check-page';
import { NoOrganizationPage } from './pages/organization/no-organization-page';
import { OrganizationPage } from './pages/organization/organization-page';
import { OverviewPage } from './pages/overview/overview-page';
import { TokensPage } from './pages/tokens/tokens-page';
import { goTo, type Route } from './router';
import { useSession } from './session/session-context';
import { Brand } from './ui/brand';
import { Button } from './ui/button';
import { formatNumber } from './ui/format';
import { Icon, type IconName } from './ui/icon';
import { useTask } from './ui/use-task';

const PAGES: readonly { page: string; name: string; icon: IconName }[] = [
  { page: 'overview', name: 'Overview', icon: 'overview' },
  { page: 'check', name: 'Check', icon: 'check' },
  { page: 'batches', name: 'Batches', icon: 'batches' },
  { page: 'tokens', name: 'Tokens', icon: 'tokens' },
  { page: 'organization', name: 'Team', icon: 'team' },
  { page: 'account', name: 'Account', icon: 'account' },
];

/** The frame round every page of somebody who is signed in. */
export function Shell({ route }: { route: Route }): ReactElement {
  const { link, organization, account: me, set } = useSession();
  const page = PAGES.find((entry) => entry.page === route.page)?.page ?? 'overview';
  const signOut = useTask(async () => {
    await account.signOut();
    set(null);
    goTo('/');
  });
  return (
    <div className="shell">
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main h1')?.focus();
        }}
      >
        Skip to the page
      </a>
      <aside className="side">
        <Brand />
        <OrganizationSwitch page={page} />
        <nav aria-label="Pages">
          <ul>
            {PAGES.map((entry) => (
              <li key={entry.page}>
                <a href={link(entry.page)} aria-current={entry.page === page ? 'page' : undefined}>
                  <Icon name={entry.icon} />
                  <span>{entry.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="side-foot">
          <p className="who" title={me.email}>
            {me.name ?? me.email}
          </p>
          <Button isSmall isBusy={signOut.isBusy} onClick={signOut.run}>
            Sign out
          </Button>
        </div>
      </aside>
      <main id="main" key={`${page}/${organization?.id ?? ''}/${route.rest ?? ''}`}>
        <PageOf page={page} rest={route.rest} />
      </main>
    </div>
  );
}

function PageOf({ page, rest }: { page: string; rest: string | null }): ReactElement {
  const { organization } = useSession();
  if (page === 'account') return <AccountPage />;
  if (page === 'tokens') return <TokensPage />;
  if (organization === null) return <NoOrganizationPage />;
  if (page === 'check') return <CheckPage />;
  if (page === 'batches') return rest === null ? <BatchesPage /> : <BatchPage id={Number(rest)} />;
  if (page === 'organization') return <OrganizationPage />;
  return <OverviewPage />;
}

function OrganizationSwitch({ page }: { page: string }): ReactElement | null {
  const { organizations, organization } = useSession();
  if (organization === null) return null;
  return (
    <div className="switch">
      <select
        className="input"
        aria-label="Organization"
        value={organization.id}
        onChange={(event) => {
          goTo(`/o/${event.target.value}/${page}`);
        }}
      >
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <span className="switch-credits">{formatNumber(organization.balance)} credits</span>
    </div>
  );
}
