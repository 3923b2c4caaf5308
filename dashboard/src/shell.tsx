import type { ReactElement } from 'react';
import { Frame } from './frame';
import { AccountPage } from './pages/account/account-page';
import { BatchPage } from './pages/batches/batch-page';
import { BatchesPage } from './pages/batches/batches-page';
import { CheckPage } from './pages/check/check-page';
import { DevelopersPage } from './pages/developers-page';
import { FeedbackPage } from './pages/feedback-page';
import { ForeignOrganizationPage, UnknownPage } from './pages/not-found-pages';
import { NoOrganizationPage } from './pages/organization/no-organization-page';
import { OrganizationPage } from './pages/organization/organization-page';
import { TwoFactorNeededPage } from './pages/organization/two-factor-needed-page';
import { OverviewPage } from './pages/overview/overview-page';
import { TokensPage } from './pages/tokens/tokens-page';
import type { Route } from './router';
import { OrganizationSwitch } from './session/organization-switch';
import { useSession } from './session/session-context';
import { t } from './texts';
import type { IconName } from './ui/icon';

const PAGES = ['overview', 'check', 'batches', 'feedback', 'tokens', 'organization', 'account'] as const;
type PageName = (typeof PAGES)[number];
/** What stands beside the tokens, in their place among the pages. */
const DEVELOPER_PAGES = ['integrate', 'webhooks', 'limits'] as const;

const ICONS: Record<PageName, IconName> = {
  overview: 'overview',
  check: 'check',
  batches: 'batches',
  feedback: 'feedback',
  tokens: 'tokens',
  organization: 'team',
  account: 'account',
};

/** What may follow the name of a page. */
const REST: Partial<Record<PageName, RegExp>> = {
  batches: /^[1-9]\d{0,14}$/,
  feedback: /^(addresses|accuracy)$/,
};

const pageNames = (): Record<PageName, string> => ({
  overview: t.shell.overview,
  check: t.shell.check,
  batches: t.shell.lists,
  feedback: t.shell.feedback,
  tokens: t.shell.developers,
  organization: t.shell.team,
  account: t.shell.account,
});

/** Every page of somebody who is signed in. */
export function Shell({ route }: { route: Route }): ReactElement {
  const { link, organization, account: me } = useSession();
  // The bare address is the overview's.
  const part = DEVELOPER_PAGES.find((name) => name === route.page);
  const page = route.page === '' ? 'overview' : (part ?? PAGES.find((name) => name === route.page) ?? null);
  const names = pageNames();
  return (
    <Frame
      pages={PAGES.map((name) => ({ name, text: names[name], icon: ICONS[name], href: link(name) }))}
      current={part === undefined ? page : 'tokens'}
      pageKey={`${route.organizationId ?? organization?.id ?? ''}/${page ?? ''}/${route.rest ?? ''}`}
      top={<OrganizationSwitch page={page ?? 'overview'} />}
      links={
        <>
          {me.is_operator && (
            <a className="side-docs" href="/operator/">
              {t.shell.console}
            </a>
          )}
          <a className="side-docs" href="/docs">
            {t.shell.docs}
          </a>
        </>
      }
    >
      <PageOf page={page} route={route} />
    </Frame>
  );
}

interface PageOfProps {
  page: PageName | (typeof DEVELOPER_PAGES)[number] | null;
  route: Route;
}

function PageOf({ page, route: { rest, organizationId } }: PageOfProps): ReactElement {
  const { organization, organizations } = useSession();
  const isForeign = organizationId !== null && !organizations.some(({ id }) => id === organizationId);
  if (isForeign) return <ForeignOrganizationPage />;
  if (page === null || (rest !== null && REST[page as PageName]?.test(rest) !== true)) return <UnknownPage />;
  if (page === 'account') return <AccountPage />;
  if (page === 'tokens') return <TokensPage />;
  if (organization === null) return <NoOrganizationPage />;
  if (organization.needs_two_factor) return <TwoFactorNeededPage />;
  if (page === 'check') return <CheckPage />;
  if (page === 'batches') return rest === null ? <BatchesPage /> : <BatchPage id={Number(rest)} />;
  if (page === 'feedback') return <FeedbackPage part={rest} />;
  if (page === 'organization') return <OrganizationPage />;
  if (page !== 'overview') return <DevelopersPage part={page} />;
  return <OverviewPage />;
}
