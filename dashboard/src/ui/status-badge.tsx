import type { ReactElement } from 'react';
import { STATUS_WORDS, type AddressStatus } from '../verdict/status-words';
import { Icon } from './icon';

export function StatusBadge({ status }: { status: AddressStatus }): ReactElement {
  return (
    <span className={`badge ${status}`}>
      <Icon name={status} /> {STATUS_WORDS[status].name}
    </span>
  );
}
