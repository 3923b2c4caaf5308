import { useState, type ReactElement } from 'react';
import { webhooks, type Delivery, type DeliveryStatus, type Webhook } from '../../../api/developers';
import { useOrganization } from '../../../session/session-context';
import { developerTexts } from '../../../texts/developers';
import { PagedList } from '../../../ui/paged-list';
import { Segment } from '../../../ui/segment';
import { useEvery } from '../../../ui/use-every';
import { usePages } from '../../../ui/use-pages';
import { DeliveryRow } from './delivery-row';
import { Recovery } from './recovery';

const FILTERS = ['all', 'delivered', 'pending', 'failed', 'stopped'] as const;
const LOOK_MS = 2000;
/** What is tried within this is looked for. */
const SOON_MS = 60_000;

/** What was sent to a webhook, and what is sent again. */
export function DeliveryLog({ webhook }: { webhook: Webhook }): ReactElement {
  const { id } = useOrganization();
  const words = developerTexts().log;
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const status: DeliveryStatus | '' = filter === 'all' ? '' : filter;
  const pages = usePages(`${id}/${webhook.id}/${filter}`, async (before) => {
    const { deliveries, next_before: next } = await webhooks.deliveries(id, webhook.id, status, before);
    return { rows: deliveries, next };
  });
  useEvery(pages.rows?.some(isSoon) === true ? LOOK_MS : null, pages.reload);
  return (
    <div className="stack">
      <p className="hint">{words.note}</p>
      <Segment
        label={words.filter}
        value={filter}
        onChoose={setFilter}
        options={FILTERS.map((value) => ({ value, name: words.filters[value] }))}
      />
      <PagedList pages={pages} none={words.none}>
        {(delivery) => <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} onResent={pages.reload} />}
      </PagedList>
      {webhook.state !== 'off' && <Recovery webhook={webhook} onRecovered={pages.reload} />}
    </div>
  );
}

const isSoon = ({ next_attempt_at: next }: Delivery): boolean =>
  next !== null && Date.parse(next) - Date.now() < SOON_MS;
