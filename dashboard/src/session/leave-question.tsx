import type { ReactElement } from 'react';
import { guarded, leave, stay, useIsLeaving } from '../router';
import { t } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';

/** Asks before a page is left on which something is under way. */
export function LeaveQuestion(): ReactElement | null {
  const isLeaving = useIsLeaving();
  if (!isLeaving) return null;
  const words = t.leaving[guarded() ?? 'upload'];
  return (
    <Dialog title={words.title} onClose={stay}>
      <div className="stack">
        <p>{words.text}</p>
        <div className="row end">
          <Button onClick={stay}>{t.leaving.stay}</Button>
          <Button kind="danger" onClick={leave}>
            {words.leave}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
