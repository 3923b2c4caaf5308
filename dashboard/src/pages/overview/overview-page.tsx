import type { ReactElement } from 'react';
import { credits } from '../../api';
import { dayTotal } from '../../charts/usage-chart';
import { useOrganization, useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { formatDay, formatNumber, formatShare } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { ProgressBar } from '../../ui/progress-bar';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { goTo } from '../../router';
import { LedgerCard } from './ledger-card';
import { UsageCard } from './usage-card';

const DAYS = 30;

export function OverviewPage(): ReactElement {
  const organization = useOrganization();
  const { link } = useSession();
  const balance = useLoaded(String(organization.id), () => credits.read(organization.id));
  const usage = useLoaded(String(organization.id), () => credits.usage(organization.id, DAYS));
  const days = usage.data?.days ?? [];
  const checked = days.reduce((sum, day) => sum + dayTotal(day), 0);
  const safe = days.reduce((sum, day) => sum + day.valid + day.catch_all, 0);
  return (
    <Page
      title="Overview"
      lead={organization.name}
      actions={
        <Button
          kind="primary"
          onClick={() => {
            goTo(link('batches'));
          }}
        >
          <Icon name="upload" /> Check a list
        </Button>
      }
    >
      <div className="tiles">
        {balance.data === null ? (
          <Waiting loaded={balance} />
        ) : (
          <>
            <div className="tile">
              <h2>Credits</h2>
              <p className="tile-value">{formatNumber(balance.data.balance)}</p>
              <p className="hint">{balance.data.balance === 0 ? 'Nothing is left to spend.' : 'They never expire.'}</p>
            </div>
            <AllowanceTile
              whole={balance.data.monthly_allowance}
              used={balance.data.monthly_allowance_used}
              resetAt={balance.data.monthly_allowance_reset_at}
            />
          </>
        )}
        <div className="tile">
          <h2>Checked in {DAYS} days</h2>
          <p className="tile-value">{usage.data === null ? '…' : formatNumber(checked)}</p>
          <p className="hint">
            {checked === 0
              ? 'Addresses, single and in batches.'
              : `${formatShare(safe, checked)} of them safe to send.`}
          </p>
        </div>
      </div>
      {usage.data === null ? <Waiting loaded={usage} /> : <UsageCard days={days} />}
      <LedgerCard />
    </Page>
  );
}

function AllowanceTile({
  whole,
  used,
  resetAt,
}: {
  whole: number;
  used: number;
  resetAt: string | null;
}): ReactElement {
  return (
    <div className="tile">
      <h2>Monthly allowance</h2>
      {whole === 0 ? (
        <>
          <p className="tile-value">None</p>
          <p className="hint">Your operator can set one.</p>
        </>
      ) : (
        <>
          <p className="tile-value">
            {formatNumber(used)} <span className="of">of {formatNumber(whole)} used</span>
          </p>
          <ProgressBar label="Monthly allowance used" percent={(used / whole) * 100} />
          {resetAt !== null && <p className="hint">Starts anew on {formatDay(resetAt)}.</p>}
        </>
      )}
    </div>
  );
}
