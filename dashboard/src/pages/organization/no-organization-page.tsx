import type { ReactElement } from 'react';
import { Card } from '../../ui/card';
import { Page } from '../../ui/page';
import { NewOrganization } from './new-organization';

/** For somebody who belongs to no organization: all work happens in one. */
export function NoOrganizationPage(): ReactElement {
  return (
    <Page
      title="No organization yet"
      lead="Credits, batches and checks belong to an organization. Create one, or ask for an invitation."
    >
      <Card title="Create an organization">
        <NewOrganization />
      </Card>
    </Page>
  );
}
