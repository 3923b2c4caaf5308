import { useState, type ReactElement } from 'react';
import { credits, type CreditEntry } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
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
  const { link } = useSession();
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
                <span className="strong">{KIND_NAMES[entry.kind]}</span>
                {entry.batch_id !== null && (
                  <>
                    {' · '}
                    <a href={link(`batches/${entry.batch_id}`)}>batch {entry.batch_id}</a>
                  </>
                )}
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

const KIND_NAMES: Record<CreditEntry['kind'], string> = {
  free: 'Free credits to begin with',
  grant: 'Given by the operator',
  allowance: 'Monthly allowance',
  single: 'An address was checked',
  hold: 'Set aside for a batch',
  release: 'Not used by a batch',
};
