import type { ReactElement } from 'react';
import type { Webhook } from '../../../api/developers';
import { developerTexts } from '../../../texts/developers';
import { formatAgo, formatList, formatMoment } from '../../../ui/format';

/** How a webhook is: what it is told, whether it arrives, and if not, why. */
export function WebhookFacts({ webhook }: { webhook: Webhook }): ReactElement {
  const { webhooks: words, eventNames } = developerTexts();
  const { event_types: types, last_success_at: lastSuccess, old_secret_until: oldSecret } = webhook;
  return (
    <>
      <Trouble webhook={webhook} />
      <p>{types === null ? words.all : words.told(formatList(types.map((type) => eventNames[type])))}</p>
      <p className="strong">{lastSuccess === null ? neverWords(webhook) : words.lastSuccess(formatAgo(lastSuccess))}</p>
      {oldSecret !== null && Date.parse(oldSecret) > Date.now() && (
        <p className="hint">{words.oldSecret(formatMoment(oldSecret))}</p>
      )}
    </>
  );
}

function neverWords({ last_failure_at: lastFailure }: Webhook): string {
  const { webhooks: words } = developerTexts();
  return lastFailure === null ? words.never : words.neverArrived;
}

function Trouble({ webhook }: { webhook: Webhook }): ReactElement | null {
  const { why } = developerTexts();
  const { state, disabled_at: disabledAt, disabled_reason: reason, failing_since: since } = webhook;
  if (state === 'off') {
    const moment = formatMoment(disabledAt ?? webhook.created_at);
    const isOurs = reason === 'gone' || reason === 'failing';
    const said =
      reason === 'failing' ? why.failed(moment) : reason === 'gone' ? why.gone(moment) : why.switched_off(moment);
    return (
      <div className={isOurs ? 'notice bad' : 'notice'}>
        <p>
          {said} {why.kept}
        </p>
      </div>
    );
  }
  if (since === null) return null;
  const moment = formatMoment(since);
  return (
    <div className={state === 'warning' ? 'notice bad' : 'notice warn'}>
      <p>{state === 'warning' ? why.warning(moment) : why.failing(moment)}</p>
    </div>
  );
}
