import type { ReactElement } from 'react';
import { useSession } from '../../session/session-context';
import { Page } from '../../ui/page';
import { PasswordCard } from './password-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

export function AccountPage(): ReactElement {
  const { account } = useSession();
  return (
    <Page title="Account" lead={account.email}>
      <ProfileCard />
      <PasswordCard />
      <SessionsCard />
    </Page>
  );
}
