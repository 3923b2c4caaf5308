import type { ReactElement } from 'react';
import { useLoaded } from '../ui/use-loaded';
import { Waiting } from '../ui/waiting';

/** The pages for those who write programs, in a file of their own: others never need them. */
export function DevelopersPage({ part }: { part: 'integrate' | 'webhooks' | 'limits' }): ReactElement {
  const loaded = useLoaded('developers', () => import('./developers/developer-pages'));
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  const { DeveloperPage } = loaded.data;
  return <DeveloperPage part={part} />;
}
