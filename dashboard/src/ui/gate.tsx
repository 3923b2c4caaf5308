import type { ReactElement, ReactNode } from 'react';
import { Brand } from './brand';
import { Page } from './page';

/** A page in front of the service: for who need not be signed in. */
export function Gate({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}): ReactElement {
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card">
        <Page title={title} lead={lead}>
          {children}
        </Page>
      </div>
    </main>
  );
}
