import { useState, type ReactElement } from 'react';
import { batches, type Batch } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { SelectField } from '../../ui/field';
import { formatDay } from '../../ui/format';
import { DownloadChoice } from './story/download-choice';
import { Icon } from '../../ui/icon';

const FORMATS = ['csv', 'xlsx', 'jsonl'] as const;

/** The results, whole or in part: plain links, so that the browser streams them to disk. */
export function DownloadCard({ batch }: { batch: Batch }): ReactElement {
  const { id } = useOrganization();
  const [isForExcel, setForExcel] = useState(navigator.userAgent.includes('Windows'));
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv');
  const written = format === 'csv' ? { bom: isForExcel ? 'true' : '' } : { bom: '', format };
  if (batch.results_deleted_at !== null) {
    return (
      <Card title={t.download.title}>
        <p>{t.download.gone(formatDay(batch.results_deleted_at))}</p>
      </Card>
    );
  }
  const link = (status: string): string => batches.downloadLink(id, batch.id, { status, ...written });
  const { valid_count: valid, catch_all_count: catchAll } = batch;
  const others = otherKinds(batch);
  return (
    <Card
      title={t.download.title}
      note={`${t.download.note}${batch.results_until === null ? '' : ` ${t.download.until(formatDay(batch.results_until))}`}`}
    >
      <ul className="downloads">
        <li>
          <a className="button primary" href={link('valid')} download>
            <Icon name="download" /> {t.download.withCount(t.download.valid, valid)}
          </a>
          <span className="hint">{t.download.validHint}</span>
        </li>
        <li>
          <a className="button quiet" href={link('valid,catch_all')} download>
            {catchAll === null ? t.download.reach : t.download.withCount(t.download.reach, valid + catchAll)}
          </a>
          <span className="hint">{t.download.reachHint}</span>
        </li>
      </ul>
      <div className="row wrap">
        <a className="button quiet" href={link('')} download>
          {t.download.withCount(t.download.all, batch.total_count)}
        </a>
        {others.map(({ status, name, value }) => (
          <a key={status} className="button quiet" href={link(status)} download>
            {value === null ? name : t.download.withCount(name, value)}
          </a>
        ))}
      </div>
      <DownloadChoice batch={batch} written={written} />
      <div className="row wrap">
        <SelectField
          label={t.download.format}
          value={format}
          onChange={(event) => {
            setFormat(FORMATS.find((one) => one === event.target.value) ?? 'csv');
          }}
        >
          {FORMATS.map((one) => (
            <option key={one} value={one}>
              {t.download.formats[one]}
            </option>
          ))}
        </SelectField>
        {format === 'csv' && (
          <CheckBox checked={isForExcel} onChange={setForExcel}>
            {t.download.forExcel}
          </CheckBox>
        )}
      </div>
    </Card>
  );
}

/** A count of null: not counted apart. */
function otherKinds(batch: Batch): { status: string; name: string; value: number | null }[] {
  const { statuses } = t.verdict;
  const catchAll = batch.catch_all_count;
  return [
    { status: 'catch_all', name: statuses.catch_all.name, value: catchAll },
    { status: 'risky', name: statuses.risky.name, value: catchAll === null ? null : batch.risky_count - catchAll },
    { status: 'invalid', name: statuses.invalid.name, value: batch.invalid_count },
    { status: 'unknown', name: statuses.unknown.name, value: batch.unknown_count },
  ];
}
