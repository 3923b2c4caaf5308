import type { ReactElement } from 'react';
import { t } from '../texts';
import type { AddressStatus } from '../verdict/address-status';
import { Icon } from './icon';

export function StatusBadge({ status }: { status: AddressStatus }): ReactElement {
  return (
    <span className={`badge ${status}`}>
      <Icon name={status} /> {t.verdict.statuses[status].name}
    </span>
  );
}
