import { useState, type ReactElement } from 'react';
import { credits, type Credits } from '../../api';
import { dayTotal } from '../../charts/usage-chart';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { formatDay, formatNumber, formatShare } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { ProgressBar } from '../../ui/progress-bar';
import { Segment } from '../../ui/segment';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { goTo } from '../../router';
import { ActorsCard } from './actors-card';
import { CreditsNotice } from './credits-notice';
import { FeedbackLine } from './feedback-line';
import { FirstSteps } from './first-steps';
import { LedgerCard } from './ledger-card';
import { UsageCard } from './usage-card';
import { WebhooksNotice } from './webhooks-notice';

const RANGES = [7, 30, 90] as const;
type Range = (typeof RANGES)[number];

export function OverviewPage(): ReactElement {
  const organization = useOrganization();
  const { link } = useSession();
  const [range, setRange] = useState<Range>(30);
  const balance = useLoaded(String(organization.id), () => credits.read(organization.id));
  // The longest range at once: another one is a part of it.
  const usage = useLoaded(String(organization.id), () => credits.usage(organization.id, RANGES[2]));
  const days = (usage.data?.days ?? []).slice(-range);
  const checked = days.reduce((sum, day) => sum + dayTotal(day), 0);
  const valid = days.reduce((sum, day) => sum + day.valid, 0);
  const hasChecked = usage.data?.days.some((day) => dayTotal(day) > 0) === true;
  return (
    <Page
      title={t.overview.title}
      lead={<span className="two-lines">{organization.name}</span>}
      actions={
        organization.role !== 'viewer' && (
          <Button
            kind="primary"
            onClick={() => {
              goTo(link('batches'));
            }}
          >
            <Icon name="upload" /> {t.overview.checkList}
          </Button>
        )
      }
    >
      {balance.data !== null && <CreditsNotice credits={balance.data} />}
      <WebhooksNotice />
      {usage.data !== null && <FirstSteps key={organization.id} hasChecked={hasChecked} />}
      <Segment
        label={t.overview.range}
        value={range}
        onChoose={setRange}
        options={RANGES.map((value) => ({ value, name: t.overview.rangeDays(value) }))}
      />
      <div className="tiles">
        {checked > 0 && (
          <div className="tile first">
            <h2>{t.overview.quality}</h2>
            <p className="tile-value">{formatShare(valid, checked)}</p>
            <p className="hint">{t.overview.qualityHint(valid, checked)}</p>
          </div>
        )}
        {balance.data === null ? <Waiting loaded={balance} /> : <CreditTiles credits={balance.data} />}
      </div>
      <FeedbackLine />
      {usage.data === null ? <Waiting loaded={usage} /> : <UsageCard days={days} />}
      <ActorsCard days={range} />
      <LedgerCard />
    </Page>
  );
}

function CreditTiles({ credits: { balance, ...allowance } }: { credits: Credits }): ReactElement {
  const { monthly_allowance: whole, monthly_allowance_used: used, monthly_allowance_reset_at: resetAt } = allowance;
  return (
    <>
      <div className="tile">
        <h2>{t.overview.credits}</h2>
        <p className="tile-value">{formatNumber(balance)}</p>
        <p className="hint">{balance === 0 ? t.overview.noCredits : whole > 0 ? '' : t.overview.neverExpire}</p>
      </div>
      {whole > 0 && (
        <div className="tile">
          <h2>{t.overview.allowance}</h2>
          <p className="tile-value">
            {formatNumber(used)} <span className="of">{t.overview.ofUsed(whole)}</span>
          </p>
          <ProgressBar label={t.overview.allowanceUsed} percent={(used / whole) * 100} />
          {resetAt !== null && <p className="hint">{t.overview.renewedOn(formatDay(resetAt))}</p>}
        </div>
      )}
    </>
  );
}
