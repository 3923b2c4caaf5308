import { useState, type ReactElement } from 'react';
import { credits, type CreditEntry } from '../../api';
import { useOrganization } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { formatMoment, formatNumber } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

/** The credits that came and went, newest first. */
export function LedgerCard(): ReactElement {
  const { id } = useOrganization();
  const first = useLoaded(String(id), () => credits.entries(id, null));
  const [older, setOlder] = useState<{ entries: CreditEntry[]; next_before: number | null } | null>(null);
  const next = older === null ? (first.data?.next_before ?? null) : older.next_before;
  const more = useTask(async () => {
    const page = await credits.entries(id, next);
    setOlder({ ...page, entries: [...(older?.entries ?? []), ...page.entries] });
  });
  if (first.data === null) return <Waiting loaded={first} />;
  const entries = [...first.data.entries, ...(older?.entries ?? [])];
  return (
    <Card
      title="Credit movements"
      note="Each credit that came or went. A check that stays unknown in a batch costs nothing."
    >
      {entries.length === 0 ? (
        <p className="hint">None yet.</p>
      ) : (
        <ul className="rows">
          {entries.map((entry) => (
            <li key={entry.id} className="rows-item">
              <span>
                <span className="strong">{kindName(entry.kind)}</span>
                {entry.reason !== null && entry.reason !== '' && <span className="hint"> · {entry.reason}</span>}
                <span className="hint block">{formatMoment(entry.created_at)}</span>
              </span>
              <span className={entry.amount < 0 ? 'amount' : 'amount plus'}>
                {entry.amount < 0 ? '−' : '+'}
                {formatNumber(Math.abs(entry.amount))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <FormFault fault={more.fault} />
      {next !== null && (
        <Button isSmall isBusy={more.isBusy} onClick={more.run}>
          Show older ones
        </Button>
      )}
    </Card>
  );
}

/** `batch_hold` reads as `Batch hold`. */
function kindName(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
