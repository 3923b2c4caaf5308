import type { ReactElement } from 'react';
import { leave, stay, useWantedPage } from '../router';
import { t } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Asks before a page is left on which something is under way. */
export function LeaveQuestion(): ReactElement | null {
  const wanted = useWantedPage();
  if (wanted === null) return null;
  return (
    <Dialog title={t.leaving.title} onClose={stay}>
      <div className="stack">
        <p>{t.leaving.text}</p>
        <div className="row end">
          <Button onClick={stay}>{t.leaving.stay}</Button>
          <Button kind="danger" onClick={leave}>
            {t.leaving.leave}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
