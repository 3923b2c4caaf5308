import type { ReactElement } from 'react';
import { t } from '../texts';

/** Of a test token, or sent with one: it costs nothing, and counts nowhere. */
export function TestBadge(): ReactElement {
  return (
    <span className="badge catch_all" title={t.tokens.testBadgeTitle}>
      {t.tokens.testBadge}
    </span>
  );
}
