import type { ReactElement } from 'react';
import type { Batch } from '../../../api';
import { useOrganization } from '../../../session/session-context';
import { RowsCard } from './rows-card';
import { ShareCard } from './share-card';
import { StoryCard } from './story-card';

/** What a list tells, its rows, and links to what it tells. */
export function Story({ batch }: { batch: Batch }): ReactElement {
  const { role } = useOrganization();
  return (
    <>
      <StoryCard batch={batch} />
      <RowsCard batch={batch} />
      {role !== 'viewer' && <ShareCard batch={batch} />}
    </>
  );
}
