import { useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { useOrganization } from '../../session/session-context';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { Icon } from '../../ui/icon';

const PARTS = [
  { name: 'Safe to send', status: 'valid,catch_all' },
  { name: 'Valid', status: 'valid' },
  { name: 'Catch-all', status: 'catch_all' },
  { name: 'Risky', status: 'risky' },
  { name: 'Invalid', status: 'invalid' },
  { name: 'Unknown', status: 'unknown' },
] as const;

/** The results, whole or in part: plain links, so that the browser streams them to disk. */
export function DownloadCard({ batch }: { batch: Batch }): ReactElement {
  const { id } = useOrganization();
  const [isForExcel, setForExcel] = useState(false);
  const link = (status: string): string =>
    batches.downloadLink(id, batch.id, { status, bom: isForExcel ? 'true' : '' });
  return (
    <Card title="Download" note="Your columns as they were, with the verdict of each row behind them.">
      <div className="row wrap">
        <a className="button primary" href={link('')} download>
          <Icon name="download" /> All rows
        </a>
        {PARTS.map(({ name, status }) => (
          <a key={status} className="button quiet" href={link(status)} download>
            {name}
          </a>
        ))}
      </div>
      <CheckBox checked={isForExcel} onChange={setForExcel}>
        Marked as UTF-8 for Excel
      </CheckBox>
    </Card>
  );
}
