import type { ReactElement } from 'react';
import { useOrganization } from '../../session/session-context';
import { IntegratePage } from './integrate/integrate-page';
import { LimitsPage } from './limits/limits-page';
import { WebhooksPage } from './webhooks/webhooks-page';
import '../../styles/developers.css';

export function DeveloperPage({ part }: { part: 'integrate' | 'webhooks' | 'limits' }): ReactElement {
  const { id } = useOrganization();
  if (part === 'webhooks') return <WebhooksPage key={id} />;
  if (part === 'limits') return <LimitsPage key={id} />;
  return <IntegratePage key={id} />;
}
