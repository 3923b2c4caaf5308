import { useState, type ReactElement } from 'react';
import { batches, type Batch, type ColumnChoice, type RowStatus } from '../../../api';
import { useOrganization } from '../../../session/session-context';
import { t } from '../../../texts';
import { CheckBox } from '../../../ui/check-box';
import { SelectField } from '../../../ui/field';
import { Icon } from '../../../ui/icon';
import { ADDRESS_STATUSES } from '../../../verdict/address-status';

const COLUMNS = ['all', 'original', 'results', 'address'] as const satisfies ColumnChoice[];

/** Several kinds of rows at once, and which columns; all kinds in one ZIP. Links, so that the browser streams them to disk. */
export function DownloadChoice({
  batch,
  written,
}: {
  batch: Batch;
  written: { bom: string; format?: string };
}): ReactElement {
  const { id } = useOrganization();
  const isOpen = batch.processed_count < batch.total_count;
  const kinds: RowStatus[] = isOpen ? [...ADDRESS_STATUSES, 'unchecked'] : [...ADDRESS_STATUSES];
  const [chosen, setChosen] = useState<ReadonlySet<RowStatus>>(new Set(['valid']));
  const [columns, setColumns] = useState<ColumnChoice>('all');
  const status = kinds.filter((kind) => chosen.has(kind)).join(',');
  const nameOf = (kind: RowStatus): string =>
    kind === 'unchecked' ? t.choice.unchecked : t.verdict.statuses[kind].name;
  return (
    <>
      <p className="row">
        <a
          className="button quiet"
          href={batches.downloadLink(id, batch.id, { status: '', bom: written.bom }, 'zip')}
          download
        >
          <Icon name="download" /> {t.choice.zip}
        </a>
        <span className="hint">{t.choice.zipHint}</span>
      </p>
      <details className="details">
        <summary>{t.choice.title}</summary>
        <div className="stack">
          <fieldset className="row wrap">
            <legend>{t.choice.statuses}</legend>
            {kinds.map((kind) => (
              <CheckBox
                key={kind}
                checked={chosen.has(kind)}
                onChange={(isChosen) => {
                  setChosen(new Set(kinds.filter((one) => (one === kind ? isChosen : chosen.has(one)))));
                }}
              >
                {nameOf(kind)}
              </CheckBox>
            ))}
          </fieldset>
          <SelectField
            label={t.choice.columns}
            value={columns}
            onChange={(event) => {
              setColumns(COLUMNS.find((choice) => choice === event.target.value) ?? 'all');
            }}
          >
            {COLUMNS.map((choice) => (
              <option key={choice} value={choice}>
                {t.choice.columnWords[choice]}
              </option>
            ))}
          </SelectField>
          {status === '' ? (
            <p className="hint">{t.choice.nothing}</p>
          ) : (
            <p>
              <a
                className="button quiet"
                href={batches.downloadLink(id, batch.id, { status, columns, ...written })}
                download
              >
                {t.choice.download}
              </a>
            </p>
          )}
        </div>
      </details>
    </>
  );
}
