import type { ReactElement } from 'react';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Parts } from '../../ui/parts';

const PARTS = ['tokens', 'integrate', 'webhooks', 'limits'] as const;

/** The way between the pages for those who write programs. Without an organization there are tokens alone. */
export function DeveloperParts({ current }: { current: (typeof PARTS)[number] }): ReactElement | null {
  const { organization, link } = useSession();
  if (organization === null) return null;
  const parts = PARTS.map((name) => ({ name, text: t.shell.developerPartNames[name], href: link(name) }));
  return <Parts label={t.shell.developerParts} current={current} parts={parts} />;
}
