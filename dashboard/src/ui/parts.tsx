import type { ReactElement } from 'react';

interface PartsProps {
  label: string;
  parts: readonly { name: string; text: string; href: string }[];
  /** The name of the one that is shown. */
  current: string;
}

/** The way to the other pages that share a place among the pages. */
export function Parts({ label, parts, current }: PartsProps): ReactElement {
  return (
    <nav className="parts" aria-label={label}>
      {parts.map(({ name, text, href }) => (
        <a key={name} className="button quiet small" href={href} aria-current={name === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
