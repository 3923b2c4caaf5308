import type { ReactElement, ReactNode } from 'react';
import { useSession } from '../../session/session-context';
import { feedbackTexts } from '../../texts/feedback';
import { Page } from '../../ui/page';

const PARTS = ['sources', 'addresses', 'accuracy'] as const;

interface PartPageProps {
  name: (typeof PARTS)[number];
  title: string;
  lead: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** One of the three, with the way to the others. */
export function PartPage({ name, title, lead, actions, children }: PartPageProps): ReactElement {
  const { link } = useSession();
  const words = feedbackTexts();
  return (
    <Page title={title} lead={lead} actions={actions}>
      <nav className="parts" aria-label={words.parts}>
        {PARTS.map((part) => (
          <a
            key={part}
            className="button quiet small"
            href={link(part === 'sources' ? 'feedback' : `feedback/${part}`)}
            aria-current={part === name ? 'page' : undefined}
          >
            {words.partNames[part]}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  );
}
