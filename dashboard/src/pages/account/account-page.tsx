import { useState, type ReactElement } from 'react';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Page } from '../../ui/page';
import { audit } from '../../api/people';
import { AuditList } from '../../ui/audit-list';
import { Card } from '../../ui/card';
import { DeletionCard } from './deletion-card';
import { EmailCard } from './email-card';
import { LanguageCard } from './language-card';
import { PasswordCard } from './password-card';
import { ProfileCard } from './profile-card';
import { TwoFactorCard } from './two-factor-card';
import { SessionsCard } from './sessions-card';

export function AccountPage(): ReactElement {
  const { account, refresh } = useSession();
  const [passwordChanges, setPasswordChanges] = useState(0);
  return (
    <Page
      title={t.account.title}
      lead={account.email}
      actions={
        account.is_operator ? (
          <a className="button quiet" href="/operator/">
            {t.shell.console}
          </a>
        ) : undefined
      }
    >
      <ProfileCard />
      <LanguageCard />
      <PasswordCard
        onChanged={() => {
          setPasswordChanges((count) => count + 1);
        }}
      />
      <EmailCard />
      <TwoFactorCard onDone={() => void refresh()} />
      <SessionsCard version={passwordChanges} />
      <Card title={t.people.audit.accountTitle} note={t.people.audit.accountNote}>
        <AuditList of={`account ${passwordChanges}`} load={audit.ofAccount} />
      </Card>
      <DeletionCard />
    </Page>
  );
}
