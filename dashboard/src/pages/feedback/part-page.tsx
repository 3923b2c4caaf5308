import type { ReactElement, ReactNode } from 'react';
import { useSession } from '../../session/session-context';
import { feedbackTexts } from '../../texts/feedback';
import { Page } from '../../ui/page';
import { Parts } from '../../ui/parts';

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
      <Parts
        label={words.parts}
        current={name}
        parts={PARTS.map((part) => ({
          name: part,
          text: words.partNames[part],
          href: link(part === 'sources' ? 'feedback' : `feedback/${part}`),
        }))}
      />
      {children}
    </Page>
  );
}
