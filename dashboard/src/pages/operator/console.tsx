import { useEffect, type ReactElement } from 'react';
import { account } from '../../api';
import { whenNothingThere } from '../../api/operator';
import { Frame } from '../../frame';
import type { Route } from '../../router';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { FormFault } from '../../ui/form-fault';
import { Gate } from '../../ui/gate';
import type { IconName } from '../../ui/icon';
import { Page } from '../../ui/page';
import { useTask } from '../../ui/use-task';
import { AccountPage } from './account-page';
import { AccountsPage } from './accounts-page';
import { AuditPage } from './audit-page';
import { BatchesPage } from './batches-page';
import { HealthPage } from './health-page';
import { OrganizationPage } from './organization-page';
import { OrganizationsPage } from './organizations-page';
import { SettingsPage } from './settings-page';
import '../../styles/operator.css';

const SECTIONS = ['accounts', 'organizations', 'batches', 'health', 'settings', 'audit'] as const;
type Section = (typeof SECTIONS)[number];

const ICONS: Record<Section, IconName> = {
  accounts: 'account',
  organizations: 'team',
  batches: 'batches',
  health: 'health',
  settings: 'settings',
  audit: 'log',
};

/** What whoever runs the service does in the browser; `/v1/operator` decides who that is. */
export function OperatorConsole({ route }: { route: Route }): ReactElement {
  const { account: me, refresh } = useSession();
  // An operator who is none any more gets 404 everywhere: the session says so.
  useEffect(() => whenNothingThere(() => void refresh()), [refresh]);
  const words = operatorTexts();
  if (!me.is_operator) return <NotForYou />;
  const section = route.page === '' ? 'accounts' : (SECTIONS.find((name) => name === route.page) ?? null);
  return (
    <Frame
      pages={SECTIONS.map((name) => ({ name, text: words.sections[name], icon: ICONS[name], href: `#/${name}` }))}
      current={section}
      pageKey={`${section ?? ''}/${route.rest ?? ''}`}
      top={
        <div className="switch">
          <p className="switch-name console-name">{words.title}</p>
          <a className="switch-credits" href="/dashboard/">
            {words.toDashboard}
          </a>
        </div>
      }
      links={
        <a className="side-docs" href="/docs#/Operator">
          {t.shell.docs}
        </a>
      }
    >
      <SectionOf section={section} rest={route.rest} />
    </Frame>
  );
}

function SectionOf({ section, rest }: { section: Section | null; rest: string | null }): ReactElement {
  const id = rest !== null && /^[1-9]\d{0,14}$/.test(rest) ? Number(rest) : null;
  if (section === 'accounts' && id !== null) return <AccountPage id={id} />;
  if (section === 'organizations' && id !== null) return <OrganizationPage id={id} />;
  if (section === null || rest !== null) return <NothingHere />;
  if (section === 'organizations') return <OrganizationsPage />;
  if (section === 'batches') return <BatchesPage />;
  if (section === 'health') return <HealthPage />;
  if (section === 'settings') return <SettingsPage />;
  return section === 'audit' ? <AuditPage /> : <AccountsPage />;
}

function NothingHere(): ReactElement {
  const words = operatorTexts();
  return (
    <Page title={t.notFound.page} lead={t.notFound.pageText}>
      <div className="row">
        <a className="button primary" href="#/accounts">
          {words.accounts.all}
        </a>
      </div>
    </Page>
  );
}

/** For everybody else who is signed in: the interface has nothing here for them (404). */
function NotForYou(): ReactElement {
  const { account: me, set } = useSession();
  const words = operatorTexts().notForYou;
  const signOut = useTask(async () => {
    await account.signOut();
    set(null);
  });
  return (
    <Gate title={words.title} lead={words.text(me.email)}>
      <div className="stack">
        <p className="hint">{words.how}</p>
        <FormFault fault={signOut.fault} />
        <div className="row">
          <a className="button primary" href="/dashboard/">
            {words.toDashboard}
          </a>
          <Button isBusy={signOut.isBusy} onClick={signOut.run}>
            {words.another}
          </Button>
        </div>
      </div>
    </Gate>
  );
}
