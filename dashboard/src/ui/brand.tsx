import type { ReactElement } from 'react';
import { t } from '../texts';

export function Brand(): ReactElement {
  return (
    <p className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" className="brand-ground" />
        <path d="m8 11 8 6.500L25.500 8.500" className="brand-line" />
        <path
          d="M8 12.500V22a1.500 1.500 0 0 0 1.500 1.500h13A1.500 1.500 0 0 0 24 22v-8"
          className="brand-line thin"
        />
      </svg>
      <span>{t.brand}</span>
    </p>
  );
}
