import type { ReactElement } from 'react';
import type { UsageDay } from '../../api';
import { Legend } from '../../charts/legend';
import { dayTotal, UsageChart } from '../../charts/usage-chart';
import { UsageTable } from '../../charts/usage-table';
import { useSession } from '../../session/session-context';
import { Card } from '../../ui/card';
import { Empty } from '../../ui/empty';
import { ADDRESS_STATUSES, STATUS_WORDS } from '../../verdict/status-words';

export function UsageCard({ days }: { days: UsageDay[] }): ReactElement {
  const { link } = useSession();
  if (!days.some((day) => dayTotal(day) > 0)) {
    return (
      <Card title="Usage">
        <Empty icon="overview" title="Nothing was checked yet">
          <a href={link('check')}>Check one address</a>, or <a href={link('batches')}>upload a list</a>: it shows here,
          day by day.
        </Empty>
      </Card>
    );
  }
  const shares = ADDRESS_STATUSES.map((status) => ({
    kind: status,
    name: STATUS_WORDS[status].name,
    value: days.reduce((sum, day) => sum + day[status], 0),
  }));
  return (
    <Card title="Usage" note={`The last ${days.length} days, by status.`}>
      <UsageChart days={days} />
      <Legend shares={shares} />
      <UsageTable days={days} />
    </Card>
  );
}
