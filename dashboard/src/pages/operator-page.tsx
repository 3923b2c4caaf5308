import type { ReactElement } from 'react';
import type { Route } from '../router';
import { useLoaded } from '../ui/use-loaded';
import { Waiting } from '../ui/waiting';

/** The operator's console, in a file of its own: few people ever need it. */
export function OperatorPage({ route }: { route: Route }): ReactElement {
  const loaded = useLoaded('console', () => import('./operator/console'));
  if (loaded.data === null) {
    return (
      <main className="gate">
        <Waiting loaded={loaded} />
      </main>
    );
  }
  const { OperatorConsole } = loaded.data;
  return <OperatorConsole route={route} />;
}
