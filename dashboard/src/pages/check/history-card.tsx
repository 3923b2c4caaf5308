import { useState, type ReactElement } from 'react';
import { checks } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatMoment } from '../../ui/format';
import { Icon } from '../../ui/icon';
import { nameOf } from '../../ui/name-of';
import { PagedList } from '../../ui/paged-list';
import { StatusBadge } from '../../ui/status-badge';
import { usePages } from '../../ui/use-pages';

/** What was said to single checks of the last weeks: for viewers too, who see everything. */
export function HistoryCard(): ReactElement {
  const { id } = useOrganization();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  return (
    <Card
      title={t.history.title}
      note={t.history.note}
      actions={
        <a className="button quiet small" href={checks.historyLink(id, search)} download>
          <Icon name="download" /> {t.overview.asCsv}
        </a>
      }
    >
      <Form
        onSubmit={() => {
          setSearch(text.trim());
        }}
      >
        <div className="beside">
          <Field
            label={t.history.begins}
            type="search"
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
          <Button type="submit">{t.history.search}</Button>
        </div>
      </Form>
      <Entries key={`${id}/${search}`} id={id} search={search} />
    </Card>
  );
}

function Entries({ id, search }: { id: number; search: string }): ReactElement {
  const [isKept, setKept] = useState(true);
  const pages = usePages(`${id}/${search}`, async (before: number | null) => {
    const { checks: rows, next_before: next, is_kept } = await checks.history(id, search, before);
    setKept(is_kept);
    return { rows, next };
  });
  return (
    <PagedList pages={pages} none={isKept ? t.history.none : t.history.off}>
      {(check) => (
        <li key={check.id} className="rows-item">
          <span>
            <span className="strong">{check.email}</span>
            <span className="hint block">{[formatMoment(check.at), nameOf(check.by)].join(' · ')}</span>
          </span>
          <StatusBadge status={check.status} />
        </li>
      )}
    </PagedList>
  );
}
