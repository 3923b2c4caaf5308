import { useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { account } from '../api';
import { isServiceAway, whenConnectionChanges } from '../api/connection';
import { t } from '../texts';

const AGAIN_MS = 3000;

/** One for the whole page: says that the service does not answer, and asks until it does. What failed then loads by itself. */
export function AwayBanner(): ReactElement {
  const isAway = useSyncExternalStore(whenConnectionChanges, isServiceAway);
  useEffect(() => {
    if (!isAway) return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = (): void => {
      // Any answer will do, a refusal included: `request` notes it.
      void account
        .current()
        .catch(() => undefined)
        .then(() => {
          if (isServiceAway()) timer = setTimeout(ask, AGAIN_MS);
        });
    };
    timer = setTimeout(ask, AGAIN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isAway]);
  return (
    <div role="alert" className={isAway ? 'notice bad' : 'visually-hidden'}>
      {isAway ? t.shell.unreachable : null}
    </div>
  );
}
