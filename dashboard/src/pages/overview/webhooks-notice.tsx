import type { ReactElement } from 'react';
import { webhooks } from '../../api/developers';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { useLoaded } from '../../ui/use-loaded';

/** While nothing gets through to a webhook, or one was switched off for that: for those who can do something about it. */
export function WebhooksNotice(): ReactElement | null {
  const { role } = useOrganization();
  return role === 'owner' || role === 'admin' ? <Notice /> : null;
}

function Notice(): ReactElement | null {
  const { id } = useOrganization();
  const { link } = useSession();
  const { data } = useLoaded(String(id), () => webhooks.list(id));
  const off = data?.filter((one) => one.state === 'off' && one.disabled_reason !== 'switched_off').length ?? 0;
  const failing = data?.filter((one) => one.state !== 'off' && one.failing_since !== null).length ?? 0;
  if (off + failing === 0) return null;
  return (
    <div className="notice warn">
      <div>
        {off > 0 && <p className="strong">{t.overview.webhooksOff(off)}</p>}
        {failing > 0 && <p className="strong">{t.overview.webhooksFailing(failing)}</p>}
      </div>
      <a className="button quiet small" href={link('webhooks')}>
        {t.overview.webhooksShow}
      </a>
    </div>
  );
}
