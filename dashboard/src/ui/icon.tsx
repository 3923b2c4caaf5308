import type { ReactElement } from 'react';

const PATHS = {
  overview: 'M4 13h6V4H4zm0 7h6v-4H4zm10 0h6v-9h-6zm0-16v4h6V4z',
  check: 'M4 7.500 12 13l8-5.500M4.500 6h15v12h-15z',
  batches: 'M5 6h14M5 12h14M5 18h9',
  feedback: 'M4 5h16v11h-9l-4.500 4v-4H4zM8 9h8M8 12.500h5',
  tokens: 'M14.500 4.500a5 5 0 1 1-4 8L4 19v2h4v-2.500h2.500V16l1.200-1.200M16 8h.01',
  team: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zm-6 9a6 6 0 0 1 12 0M16 4.500a3.500 3.500 0 0 1 0 6.200M18 14.500a6 6 0 0 1 3 5.500',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-8 9a8 8 0 0 1 16 0',
  valid: 'm5 12.500 4.500 4.500L19 7.500',
  catch_all: 'M4 12h16M12 4v16',
  risky: 'M12 7.500v6M12 17h.01',
  invalid: 'm6.500 6.500 11 11m0-11-11 11',
  unknown: 'M9 9.200a3 3 0 1 1 4.300 2.700c-.9.500-1.300 1-1.300 2.100M12 17.500h.01',
  upload: 'M12 16V5m0 0L7.500 9.500M12 5l4.500 4.500M4.500 19.500h15',
  download: 'M12 4v11m0 0-4.500-4.500M12 15l4.500-4.500M4.500 19.500h15',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  file: 'M6 3.500h8l4.500 4.500v12.500H6zM14 3.500V8h4.500',
  health: 'M3 12h4.500l2.500-7 4 14 2.500-7H21',
  settings: 'M4 7.500h9m4 0h3M4 16.500h3m4 0h9M15 5v5M9 14v5',
  log: 'M5 4.500h14v15H5zM8.500 9h7M8.500 12h7M8.500 15h4',
  arrow: 'M5 12h14m-5.500-5.500L19 12l-5.500 5.500',
} as const;
export type IconName = keyof typeof PATHS;

/** A drawing beside words: screen readers skip it. */
export function Icon({ name }: { name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
