import type { ReactElement } from 'react';
import { t } from '../texts';
import { Button } from './button';
import { FormFault } from './form-fault';
import type { Pages } from './use-pages';
import { Waiting } from './waiting';

interface PagedListProps<Row> {
  pages: Pages<Row>;
  /** What stands where none is. */
  none: string;
  /** How many are shown, in words; read out when it changes. Left out: it is not said. */
  shown?: (rows: number, hasMore: boolean) => string;
  /** One `li`. */
  children: (row: Row) => ReactElement;
}

/** The rows of a long list, and the way to more of them; nothing stale stands under an error. */
export function PagedList<Row>({ pages, none, shown, children }: PagedListProps<Row>): ReactElement {
  const { rows, hasMore, more, fault } = pages;
  const isThere = rows !== null && fault === null;
  const said = !isThere ? '' : rows.length === 0 ? none : (shown?.(rows.length, hasMore) ?? '');
  return (
    <>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {!isThere && <Waiting loaded={pages} />}
      {isThere && rows.length > 0 && <ul className="rows">{rows.map(children)}</ul>}
      <FormFault fault={more.fault} />
      {isThere && hasMore && (
        <Button isSmall isBusy={more.isBusy} onClick={more.run}>
          {t.common.loadMore}
        </Button>
      )}
    </>
  );
}
