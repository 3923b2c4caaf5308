import type { ReactElement } from 'react';
import { credits, type UsageDay } from '../../api';
import { Legend } from '../../charts/legend';
import { dayTotal, UsageChart } from '../../charts/usage-chart';
import { UsageTable } from '../../charts/usage-table';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { Icon } from '../../ui/icon';
import { ADDRESS_STATUSES } from '../../verdict/address-status';

export function UsageCard({ days }: { days: UsageDay[] }): ReactElement {
  const { link } = useSession();
  const { id, role } = useOrganization();
  if (!days.some((day) => dayTotal(day) > 0)) {
    return (
      <Card title={t.overview.usage}>
        <Empty icon="overview" title={t.overview.usageNone}>
          <p>{t.overview.usageNoneHint}</p>
          {role !== 'viewer' && (
            <p>
              <a href={link('check')}>{t.overview.checkOne}</a> · <a href={link('batches')}>{t.overview.uploadList}</a>
            </p>
          )}
        </Empty>
      </Card>
    );
  }
  const shares = ADDRESS_STATUSES.map((status) => ({
    kind: status,
    name: t.verdict.statuses[status].name,
    value: days.reduce((sum, day) => sum + day[status], 0),
  }));
  return (
    <Card
      title={t.overview.usage}
      note={t.overview.usageNote(days.length)}
      actions={
        <a className="button quiet small" href={credits.usageLink(id, days.length)} download>
          <Icon name="download" /> {t.overview.asCsv}
        </a>
      }
    >
      <UsageChart days={days} />
      <Legend shares={shares} />
      <UsageTable days={days} />
    </Card>
  );
}
