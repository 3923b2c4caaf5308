import type { ReactElement } from 'react';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { Page } from '../../ui/page';
import { NewOrganization } from './new-organization';

/** For somebody who belongs to no organization: all work happens in one. */
export function NoOrganizationPage(): ReactElement {
  return (
    <Page title={t.team.noneTitle} lead={t.team.noneLead}>
      <Card title={t.team.createTitle}>
        <NewOrganization />
      </Card>
    </Page>
  );
}
