import { useEffect, type ReactElement } from 'react';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Page } from '../../ui/page';
import { TwoFactorCard } from '../account/two-factor-card';

/** In place of every page of an organization that lets only those in who have a second factor: where to turn it on. */
export function TwoFactorNeededPage(): ReactElement {
  const { name } = useOrganization();
  const { refresh } = useSession();
  // It may have been turned on in another tab, or is not asked for any more.
  useEffect(() => {
    void refresh();
  }, [refresh]);
  return (
    <Page title={t.people.twoFactor.lackingTitle} lead={<span className="two-lines">{name}</span>}>
      <p className="notice">{t.people.twoFactor.lacking}</p>
      <TwoFactorCard onDone={() => void refresh()} />
    </Page>
  );
}
