import type { ReactElement } from 'react';
import { credits } from '../../../api';
import { limits, type Limits } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { Card } from '../../../ui/card';
import { formatBytes, formatNumber } from '../../../ui/format';
import { Page } from '../../../ui/page';
import { ProgressBar } from '../../../ui/progress-bar';
import { useEvery } from '../../../ui/use-every';
import { useLoaded } from '../../../ui/use-loaded';
import { Waiting } from '../../../ui/waiting';
import { DeveloperParts } from '../developer-parts';
import { Facts } from './facts';
import { RequestsCard } from './requests-card';

const LOOK_MS = 5000;

/** What the organization may use, as it is at the moment. */
export function LimitsPage(): ReactElement {
  const { id, name } = useOrganization();
  const words = developerTexts().limits;
  const loaded = useLoaded(String(id), () => limits.read(id));
  useEvery(LOOK_MS, loaded.reload);
  return (
    <Page title={words.title} lead={<span className="two-lines">{words.lead(name)}</span>}>
      <DeveloperParts current="limits" />
      {loaded.data === null ? (
        <Waiting loaded={loaded} />
      ) : (
        <>
          <RequestsCard organization={loaded.data.organization_rate} tokens={loaded.data.token_rates} />
          <UploadsCard uploads={loaded.data.uploads} />
          <StorageCard storage={loaded.data.storage} />
        </>
      )}
      <CreditsCard />
    </Page>
  );
}

function UploadsCard({ uploads }: { uploads: Limits['uploads'] }): ReactElement {
  const words = developerTexts().limits;
  return (
    <Card title={words.uploads}>
      <Facts
        facts={[
          [words.maxFile, formatBytes(uploads.max_file_bytes)],
          [words.rows, words.rowsUnlimited],
          [words.maxColumns, formatNumber(uploads.max_columns)],
          [words.atATime, words.atATimeOf(uploads.at_a_time, uploads.at_a_time_of_account)],
        ]}
      />
    </Card>
  );
}

function StorageCard({ storage }: { storage: Limits['storage'] }): ReactElement {
  const words = developerTexts().limits;
  return (
    <Card title={words.storage} note={words.storageNote(storage.kept_days)}>
      <Facts
        facts={[
          [words.stored, words.of(formatBytes(storage.bytes), formatBytes(storage.max_bytes))],
          [words.lists, words.of(formatNumber(storage.lists), formatNumber(storage.max_lists))],
          [words.atWork, formatNumber(storage.lists_at_work)],
        ]}
      />
      <ProgressBar label={words.stored} percent={Math.min(100, (storage.bytes / storage.max_bytes) * 100)} />
    </Card>
  );
}

function CreditsCard(): ReactElement | null {
  const { id } = useOrganization();
  const words = developerTexts().limits;
  const { data } = useLoaded(String(id), () => credits.read(id));
  if (data === null) return null;
  const { balance, held, monthly_allowance: whole, monthly_allowance_used: used, cache_hours: hours } = data;
  const facts: [string, string][] = [
    [words.balance, formatNumber(balance)],
    [words.held, formatNumber(held)],
  ];
  if (whole > 0) facts.push([words.allowance, words.of(formatNumber(used), formatNumber(whole))]);
  return (
    <Card title={words.credits} note={hours > 0 ? words.cached(hours) : undefined}>
      <Facts facts={facts} />
    </Card>
  );
}
