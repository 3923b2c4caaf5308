import type { ReactElement } from 'react';
import type { CheckResult } from '../../api';
import { count, formatNumber } from '../../ui/format';

const LAYERS: Record<string, string> = {
  syntax: 'How it is written',
  lists: 'Known lists',
  dns: 'The domain’s DNS records',
  smtp: 'The mail server’s answer',
  proxy: 'The proxy in between',
};

/** What was seen on the way to the verdict. */
export function Evidence({ result }: { result: CheckResult }): ReactElement {
  const details = result.result === null || Array.isArray(result.result) ? null : result.result;
  const facts: [string, string | null | undefined][] = [
    ['Reason code', details?.sub_status],
    ['It rests on', details?.layer === undefined ? null : (LAYERS[details.layer] ?? details.layer)],
    ['Mail server', details?.mx_host],
    ['Reply', [details?.reply_code, details?.enhanced_code].filter(Boolean).join(' ')],
    ['In its words', details?.text],
    ['Provider', details?.provider],
    ['Free mail provider', details?.is_free_provider === true ? 'Yes' : null],
    ['Took', details?.duration_ms === undefined ? null : `${formatNumber(details.duration_ms)} ms`],
    ['Cost', result.from_cache ? 'Nothing: answered from the cache' : count(result.credits_used, 'credit')],
  ];
  return (
    <details className="details" open>
      <summary>Evidence</summary>
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
