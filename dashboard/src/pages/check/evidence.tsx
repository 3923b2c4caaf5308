import type { ReactElement } from 'react';
import type { CheckResult } from '../../api';
import { wordsFor } from '../../api/fault-words';
import { t } from '../../texts';

/** What was seen on the way to the verdict. */
export function Evidence({ result }: { result: CheckResult }): ReactElement {
  const { facts: names, layers } = t.check;
  const details = result.result === null || Array.isArray(result.result) ? null : result.result;
  // Without a reply the text is what we say about the conversation, not what the server said.
  const hasReply = typeof details?.reply_code === 'number';
  const facts: [string, string | null | undefined][] = [
    [names.code, details?.sub_status],
    [names.layer, details?.layer === undefined ? null : (layers[details.layer] ?? details.layer)],
    [names.by, details?.by === 'control' ? t.check.byControl : null],
    [names.mailServer, details?.mx_host],
    [names.reply, [details?.reply_code, details?.enhanced_code].filter(Boolean).join(' ')],
    hasReply ? [names.serverReply, details.text] : [names.observation, seen(details?.text)],
    [names.provider, details?.provider],
    [names.freeProvider, details?.is_free_provider === true ? t.common.yes : null],
    [names.duration, details?.duration_ms === undefined ? null : t.check.milliseconds(details.duration_ms)],
    [names.cost, result.from_cache ? t.check.fromCache : t.common.credits(result.credits_used)],
  ];
  return (
    <details className="details" open>
      <summary>{t.check.evidence}</summary>
      <dl className="facts">
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}

/** Our own words; those of a mail server are shown as they are. */
function seen(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : (wordsFor(text) ?? text);
}
