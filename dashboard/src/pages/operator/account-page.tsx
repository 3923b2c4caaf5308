import type { ReactElement } from 'react';
import { operator, type OperatedAccountDetails } from '../../api/operator';
import { t } from '../../texts';
import { operatorTexts } from '../../texts/operator';
import { Card } from '../../ui/card';
import { formatAgo, formatMoment, formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { AccountChips } from './account-chips';
import { Facts } from './facts';
import { Lost } from './lost';
import { ResetLinkCard } from './reset-link-card';
import { SwitchCard } from './switch-card';

export function AccountPage({ id }: { id: number }): ReactElement {
  const words = operatorTexts().account;
  const { data, fault, reload } = useLoaded(String(id), () => operator.account(id));
  if (data === null || fault !== null) {
    return <Lost title={words.number(id)} none={words.none} all="accounts" loaded={{ fault, reload }} />;
  }
  return (
    <Page title={data.name ?? data.email} lead={data.name === null ? words.number(id) : data.email}>
      <Card title={words.title}>
        <AccountChips account={data} />
        <AccountFacts account={data} />
      </Card>
      <Card title={words.organizations}>
        {data.organizations.length === 0 ? (
          <p className="hint">{words.noOrganizations}</p>
        ) : (
          <ul className="rows">
            {data.organizations.map(({ id: organizationId, name, role, balance }) => (
              <li key={organizationId} className="rows-item">
                <div>
                  <a className="strong two-lines" href={`#/organizations/${organizationId}`}>
                    {name}
                  </a>
                  <p className="hint">{t.team.roleAndCredits(t.roles[role].name, balance)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <ResetLinkCard account={data} />
      <SwitchCard account={data} onChanged={reload} />
    </Page>
  );
}

function AccountFacts({ account }: { account: OperatedAccountDetails }): ReactElement {
  const words = operatorTexts().account;
  const { last_seen_at: seenAt, created_at: createdAt } = account;
  return (
    <Facts
      facts={[
        [words.id, String(account.id)],
        [words.address, account.email],
        [words.created, formatMoment(createdAt)],
        [words.lastSeen, seenAt === null ? words.notSeen : formatAgo(seenAt)],
        [words.password, account.has_password ? t.common.yes : words.noPassword],
        [words.tokens, formatNumber(account.token_count)],
      ]}
    />
  );
}
