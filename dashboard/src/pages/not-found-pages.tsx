import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useSession } from '../session/session-context';
import { t } from '../texts';
import { Card } from '../ui/card';
import { Page } from '../ui/page';

/** An address that leads nowhere. */
export function UnknownPage(): ReactElement {
  const { link } = useSession();
  return (
    <Lost title={t.notFound.page} text={t.notFound.pageText}>
      <a className="button primary" href={link('overview')}>
        {t.notFound.toOverview}
      </a>
    </Lost>
  );
}

/** A list that was deleted, or that another organization has: nobody learns which. */
export function UnknownList(): ReactElement {
  const { link } = useSession();
  return (
    <Lost title={t.notFound.list} text={t.notFound.listText}>
      <a className="button primary" href={link('batches')}>
        {t.notFound.toLists}
      </a>
    </Lost>
  );
}

/** The address names an organization that is not one of the person's: never shown as if it were. */
export function ForeignOrganizationPage(): ReactElement {
  const { account, organizations, refresh } = useSession();
  // Somebody may have been let in since the page was loaded.
  useEffect(() => {
    void refresh();
  }, [refresh]);
  return (
    <Lost title={t.notFound.organization} text={t.notFound.organizationText(account.email)}>
      {organizations.length > 0 && (
        <Card title={t.notFound.ownOrganizations}>
          <ul className="rows">
            {organizations.map(({ id, name }) => (
              <li key={id} className="rows-item">
                <a className="strong two-lines" href={`#/o/${id}/overview`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Lost>
  );
}

function Lost({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactElement {
  return (
    <Page title={title} lead={text}>
      <div className="row">{children}</div>
    </Page>
  );
}
