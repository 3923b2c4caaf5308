import type { ReactElement } from 'react';
import { t } from '../../../texts';
import { Button } from '../../../ui/button';

/** Prints what the print style leaves of the page: numbers and reasons. */
export function PrintButton({ isSmall = false }: { isSmall?: boolean }): ReactElement {
  return (
    <Button
      isSmall={isSmall}
      onClick={() => {
        window.print();
      }}
    >
      {t.story.print}
    </Button>
  );
}
