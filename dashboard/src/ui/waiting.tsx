import type { ReactElement } from 'react';
import type { Loaded } from './use-loaded';
import { Button } from './button';

/** Stands in for what is not there yet, or says why it does not come and offers to try again. */
export function Waiting({ loaded }: { loaded: Pick<Loaded<unknown>, 'fault' | 'reload'> }): ReactElement {
  if (loaded.fault === null) {
    return (
      <div className="skeleton" role="status">
        <span className="visually-hidden">Loading …</span>
      </div>
    );
  }
  return (
    <div className="notice bad" role="alert">
      <p>{loaded.fault.message}</p>
      <Button isSmall onClick={() => void loaded.reload()}>
        Try again
      </Button>
    </div>
  );
}
