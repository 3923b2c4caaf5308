import { useCallback, useState, type ReactElement } from 'react';
import { checks, type CheckResult } from '../../api';
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
import { useEvery } from '../../ui/use-every';

/** The service writes an answer down a moment after it was given: so often is looked for it, and no more. */
const MOST_LOOKS = 5;
const LOOK_MS = 600;

/**
 * What was said to single checks of the last weeks: for viewers too, who see everything.
 * @param asked what was just said on this page, which will stand here
 */
export function HistoryCard({ asked }: { asked: CheckResult | null }): ReactElement {
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
      <Entries key={`${id}/${search}`} id={id} search={search} asked={asked} />
    </Card>
  );
}

interface EntriesProps {
  id: number;
  search: string;
  asked: CheckResult | null;
}

function Entries({ id, search, asked }: EntriesProps): ReactElement {
  const [isKept, setKept] = useState(true);
  const pages = usePages(`${id}/${search}`, async (before: number | null) => {
    const { checks: rows, next_before: next, is_kept } = await checks.history(id, search, before);
    setKept(is_kept);
    return { rows, next };
  });
  const { rows, reload } = pages;
  const [looks, setLooks] = useState({ asked, count: 0 });
  const isThere = rows?.some(({ email, status }) => email === asked?.email && status === asked.status) === true;
  const hasLooked = looks.asked === asked && looks.count >= MOST_LOOKS;
  const look = useCallback(async () => {
    await reload();
    setLooks((old) => ({ asked, count: old.asked === asked ? old.count + 1 : 1 }));
  }, [reload, asked]);
  useEvery(asked !== null && isKept && !isThere && !hasLooked ? LOOK_MS : null, look);
  const none = asked !== null && search === '' ? t.history.soon : t.history.none;
  return (
    <PagedList pages={pages} none={isKept ? none : t.history.off}>
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
