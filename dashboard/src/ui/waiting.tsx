import { useSyncExternalStore, type ReactElement } from 'react';
import { isServiceAway, whenConnectionChanges } from '../api/connection';
import { t } from '../texts';
import type { Loaded } from './use-loaded';
import { Button } from './button';

/**
 * Stands in for what is not there yet, or says why it does not come and offers to try again. While the service is away
 * the page says so once, above everything (`AwayBanner`), and what is missing stays empty.
 */
export function Waiting({ loaded }: { loaded: Pick<Loaded<unknown>, 'fault' | 'reload'> }): ReactElement {
  const isAway = useSyncExternalStore(whenConnectionChanges, isServiceAway);
  if (loaded.fault === null || (isAway && loaded.fault.status === 0)) {
    return (
      <div className={isAway ? 'skeleton still' : 'skeleton'} role="status">
        <span className="visually-hidden">{t.common.loading}</span>
      </div>
    );
  }
  return (
    <div className="notice bad" role="alert">
      <p>{loaded.fault.message}</p>
      <Button isSmall onClick={() => void loaded.reload()}>
        {t.common.tryAgain}
      </Button>
    </div>
  );
}
