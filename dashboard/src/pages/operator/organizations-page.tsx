import type { ReactElement } from 'react';
import { operator } from '../../api/operator';
import { useRoute } from '../../router';
import { t } from '../../texts';
import { operatorTexts } from '../../texts/operator';
import { Card } from '../../ui/card';
import { formatDay } from '../../ui/format';
import { Page } from '../../ui/page';
import { PagedList } from '../../ui/paged-list';
import { usePages } from '../../ui/use-pages';
import { SearchForm } from './search-form';

export function OrganizationsPage(): ReactElement {
  const words = operatorTexts().organizations;
  const search = useRoute().query['search'] ?? '';
  const pages = usePages(search, async (before) => {
    const { organizations, next_before: next } = await operator.organizations(search, before);
    return { rows: organizations, next };
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <SearchForm key={search} label={words.search} search={search} />
        <PagedList pages={pages} none={words.none} shown={words.shown}>
          {({ id, name, balance, monthly_allowance: monthly, member_count: members, created_at: createdAt }) => (
            <li key={id} className="rows-item roomy">
              <div>
                <a className="strong two-lines" href={`#/organizations/${id}`}>
                  {name}
                </a>
                <p className="hint">
                  {[
                    words.members(members),
                    words.since(formatDay(createdAt)),
                    ...(monthly === 0 ? [] : [words.monthly(monthly)]),
                  ].join(' · ')}
                </p>
              </div>
              <span className="amount">{t.common.credits(balance)}</span>
            </li>
          )}
        </PagedList>
      </Card>
    </Page>
  );
}
