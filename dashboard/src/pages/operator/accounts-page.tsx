import type { ReactElement } from 'react';
import { operator, type OperatedAccount } from '../../api/operator';
import { useRoute } from '../../router';
import { operatorTexts } from '../../texts/operator';
import { Card } from '../../ui/card';
import { formatAgo, formatDay } from '../../ui/format';
import { Page } from '../../ui/page';
import { PagedList } from '../../ui/paged-list';
import { usePages } from '../../ui/use-pages';
import { AccountChips } from './account-chips';
import { SearchForm } from './search-form';

export function AccountsPage(): ReactElement {
  const words = operatorTexts().accounts;
  const search = useRoute().query['search'] ?? '';
  const pages = usePages(search, async (before) => {
    const { accounts, next_before: next } = await operator.accounts(search, before);
    return { rows: accounts, next };
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Card>
        <SearchForm key={search} label={words.search} search={search} />
        <PagedList pages={pages} none={words.none} shown={words.shown}>
          {(account) => <AccountRow key={account.id} account={account} />}
        </PagedList>
      </Card>
    </Page>
  );
}

function AccountRow({ account }: { account: OperatedAccount }): ReactElement {
  const words = operatorTexts().accounts;
  const { id, name, email, created_at: createdAt, organization_count: count, last_seen_at: seenAt } = account;
  const facts = [
    ...(name === null ? [] : [email]),
    words.since(formatDay(createdAt)),
    words.inOrganizations(count),
    seenAt === null ? words.notSeen : words.seen(formatAgo(seenAt)),
  ];
  return (
    <li className="rows-item roomy">
      <div>
        <a className="strong two-lines" href={`#/accounts/${id}`}>
          {name ?? email}
        </a>
        <p className="hint">{facts.join(' · ')}</p>
      </div>
      <AccountChips account={account} />
    </li>
  );
}
