import { useEffect, useState, type ReactElement } from 'react';
import type { Batch } from '../../../api';
import { t } from '../../../texts';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Field, SelectField } from '../../../ui/field';
import { FormFault } from '../../../ui/form-fault';
import { ADDRESS_STATUSES } from '../../../verdict/address-status';
import { RowsTable } from './rows-table';
import { useRows } from './use-rows';

/** Typing searches after a pause, not at each letter. */
const PAUSE_MS = 300;

/** The rows of a list, searched and filtered, a page at a time. */
export function RowsCard({ batch }: { batch: Batch }): ReactElement | null {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('');
  const rows = useRows(batch, { search, status });
  useEffect(() => {
    const pause = setTimeout(() => {
      setSearch(text.trim());
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [text]);
  if (batch.results_deleted_at !== null) return null;
  const isOpen = batch.processed_count < batch.total_count;
  return (
    <Card title={t.rows.title} note={t.rows.note}>
      <div className="filters">
        <Field
          label={t.rows.search}
          type="search"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <SelectField
          label={t.rows.status}
          value={status}
          onChange={(event) => {
            setStatus(event.target.value);
          }}
        >
          <option value="">{t.rows.all}</option>
          {ADDRESS_STATUSES.map((name) => (
            <option key={name} value={name}>
              {t.verdict.statuses[name].name}
            </option>
          ))}
          {isOpen && <option value="unchecked">{t.rows.unchecked}</option>}
        </SelectField>
      </div>
      <p role="status" className="hint">
        {rows.isBusy
          ? t.rows.searching
          : rows.found.length > 0
            ? t.rows.shown(rows.found.length)
            : rows.after === null && rows.isKnown && t.rows.none}
        {rows.after !== null && !rows.isBusy && ` ${t.rows.searched(rows.searched, batch.total_count)}`}
      </p>
      <FormFault fault={rows.fault} />
      {rows.found.length > 0 && <RowsTable columns={rows.columns} rows={rows.found} />}
      {rows.after !== null && (
        <Button isBusy={rows.isBusy} onClick={rows.more}>
          {rows.isShort ? t.rows.searchOn : t.common.loadMore}
        </Button>
      )}
    </Card>
  );
}
