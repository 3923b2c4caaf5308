import type { ReactElement } from 'react';
import { credits, type Organization } from '../api';
import { useEvery } from '../ui/use-every';
import { t } from '../texts';
import { useLoaded } from '../ui/use-loaded';

const POLL_MS = 5000;

/** What of an organization's credits is set aside for lists at work: it is not gone, and part of it comes back. */
export function HeldCredits({ organization }: { organization: Organization }): ReactElement | null {
  // It would tell nothing.
  return organization.needs_two_factor ? null : <Held organization={organization} />;
}

function Held({ organization: { id, balance } }: { organization: Organization }): ReactElement | null {
  // Whatever sets credits aside, or gives them back, changes the balance.
  const { data, reload } = useLoaded(`${id} ${balance}`, () => credits.read(id));
  const held = data?.held ?? 0;
  useEvery(held > 0 ? POLL_MS : null, reload);
  return held === 0 ? null : <span className="switch-credits">{t.intake.held(held)}</span>;
}
