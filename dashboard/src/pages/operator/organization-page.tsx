import type { ReactElement } from 'react';
import { operator, type OperatedOrganizationDetails } from '../../api/operator';
import { t } from '../../texts';
import { operatorTexts } from '../../texts/operator';
import { Card } from '../../ui/card';
import { formatDay, formatMoment, formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { AllowanceCard } from './allowance-card';
import { Facts } from './facts';
import { FeedbackSourcesCard } from './feedback-sources-card';
import { GrantCard } from './grant-card';
import { Lost } from './lost';

export function OrganizationPage({ id }: { id: number }): ReactElement {
  const words = operatorTexts().organization;
  const { data, fault, reload } = useLoaded(String(id), () => operator.organization(id));
  if (data === null || fault !== null) {
    return <Lost title={words.number(id)} none={words.none} all="organizations" loaded={{ fault, reload }} />;
  }
  return (
    <Page title={data.name} lead={words.number(id)}>
      <Card title={words.credits}>
        <CreditFacts organization={data} />
      </Card>
      <GrantCard organization={data} onChanged={reload} />
      <AllowanceCard organization={data} onChanged={reload} />
      <FeedbackSourcesCard organizationId={id} />
      <Card title={t.team.members}>
        <ul className="rows">
          {data.members.map(({ account_id: accountId, name, email, role, joined_at: joinedAt }) => (
            <li key={accountId} className="rows-item">
              <div>
                <a className="strong two-lines" href={`#/accounts/${accountId}`}>
                  {name ?? email}
                </a>
                <p className="hint">{t.team.since(email, formatDay(joinedAt))}</p>
              </div>
              <span className="chip">{t.roles[role].name}</span>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function CreditFacts({ organization }: { organization: OperatedOrganizationDetails }): ReactElement {
  const words = operatorTexts().organization;
  const { monthly_allowance: monthly, monthly_allowance_reset_at: resetAt } = organization;
  return (
    <Facts
      facts={[
        [words.balance, formatNumber(organization.balance)],
        [
          words.allowance,
          monthly === 0 ? words.noAllowance : words.usedOf(organization.monthly_allowance_used, monthly),
        ],
        ...(resetAt === null ? [] : ([[words.fullAgain, formatMoment(resetAt)]] as const)),
        [words.created, formatMoment(organization.created_at)],
      ]}
    />
  );
}
