import type { ReactElement } from 'react';
import type { LedgerLine } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { nameOf } from '../../ui/name-of';
import { formatMoment, formatNumber, formatUtcDay } from '../../ui/format';

export function LedgerRow({ line }: { line: LedgerLine }): ReactElement {
  const when = line.kind === 'checks' ? formatUtcDay(line.at.slice(0, 10)) : formatMoment(line.at);
  const details = [when, line.by === null ? null : nameOf(line.by)].filter((part) => part !== null);
  return (
    <li className="rows-item">
      <span>
        <What line={line} />
        {line.is_set_aside && <span className="chip">{t.overview.setAside}</span>}
        {line.reason !== null && line.reason !== '' && <span className="hint"> · {line.reason}</span>}
        <span className="hint block">{details.join(' · ')}</span>
      </span>
      <span className={line.amount > 0 ? 'amount plus' : 'amount'}>{signed(line.amount)}</span>
    </li>
  );
}

function What({ line }: { line: LedgerLine }): ReactElement {
  const { link } = useSession();
  if (line.kind === 'checks') return <span className="strong">{t.overview.ledgerChecks(line.checks ?? 0)}</span>;
  if (line.kind === 'transfer') {
    const name = line.organization_name ?? '';
    return <span className="strong">{line.amount < 0 ? t.overview.movedTo(name) : t.overview.movedFrom(name)}</span>;
  }
  if (line.list === null) return <span className="strong">{t.overview.ledgerKinds[line.kind]}</span>;
  const name = line.list.name ?? t.overview.ledgerList(line.list.id);
  if (line.list.status === null) {
    return (
      <>
        <span className="strong">{name}</span> <span className="chip">{t.overview.deleted}</span>
      </>
    );
  }
  return (
    <a className="strong" href={link(`batches/${line.list.id}`)}>
      {name}
    </a>
  );
}

function signed(amount: number): string {
  if (amount === 0) return formatNumber(0);
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
}
