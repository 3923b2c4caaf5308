import type { ReactElement } from 'react';
import { useLoaded } from '../ui/use-loaded';
import { Waiting } from '../ui/waiting';

/** The pages about feedback, in a file of their own: who sends no mails with it never needs them. */
export function FeedbackPage({ part }: { part: string | null }): ReactElement {
  const loaded = useLoaded('feedback', () => import('./feedback/feedback-parts'));
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  const { FeedbackPart } = loaded.data;
  return <FeedbackPart part={part} />;
}
