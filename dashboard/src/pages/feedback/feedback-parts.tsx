import type { ReactElement } from 'react';
import { useOrganization } from '../../session/session-context';
import { AccuracyPage } from './accuracy/accuracy-page';
import { AddressesPage } from './addresses/addresses-page';
import { SourcesPage } from './sources/sources-page';
import '../../styles/feedback.css';

export function FeedbackPart({ part }: { part: string | null }): ReactElement {
  const { id } = useOrganization();
  if (part === 'addresses') return <AddressesPage key={id} />;
  if (part === 'accuracy') return <AccuracyPage key={id} />;
  return <SourcesPage key={id} />;
}
