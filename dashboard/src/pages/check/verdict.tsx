import type { ReactElement } from 'react';
import type { CheckResult } from '../../api';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ProgressBar } from '../../ui/progress-bar';
import { explain } from '../../verdict/explain';
import { STATUS_WORDS } from '../../verdict/status-words';
import { Evidence } from './evidence';

/** A verdict in words: what it means, why it was given, what to do, and what it rests on. */
export function Verdict({ result, onCheck }: { result: CheckResult; onCheck: (email: string) => void }): ReactElement {
  const { status, email, did_you_mean: suggestion } = result;
  const { headline, meaning, why, advice } = explain(result);
  return (
    <section className={`card verdict ${status}`} aria-live="polite">
      <div className="verdict-head">
        <span className={`verdict-icon ${status}`}>
          <Icon name={status} />
        </span>
        <div>
          <p className="verdict-status">{STATUS_WORDS[status].name}</p>
          <h2>{headline}</h2>
          <p className="verdict-email">{email}</p>
        </div>
      </div>
      {suggestion !== null && (
        <div className="suggestion">
          <p>
            Did you mean <strong>{suggestion}</strong>?
          </p>
          <Button
            isSmall
            onClick={() => {
              onCheck(suggestion);
            }}
          >
            Check that one <Icon name="arrow" />
          </Button>
        </div>
      )}
      <dl className="reasons">
        <div>
          <dt>What it means</dt>
          <dd>{meaning}</dd>
        </div>
        {why !== null && (
          <div>
            <dt>Why</dt>
            <dd>{why}</dd>
          </div>
        )}
        <div>
          <dt>What to do</dt>
          <dd>{advice}</dd>
        </div>
      </dl>
      <div className="confidence">
        <p>
          Chance that a message sent now arrives <strong>{result.confidence}%</strong>
        </p>
        <ProgressBar label="Chance that a message sent now arrives" percent={result.confidence} />
      </div>
      <Flags result={result} />
      <Evidence result={result} />
    </section>
  );
}

function Flags({ result }: { result: CheckResult }): ReactElement {
  const flags: [string, boolean | null][] = [
    ['Mail server found', result.mx_found],
    ['Mailbox confirmed', result.smtp_valid],
    ['Catch-all domain', result.is_catch_all],
    ['Disposable', result.is_disposable],
    ['Role address', result.is_role_account],
  ];
  return (
    <dl className="flags">
      {flags.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null ? 'Not known' : value ? 'Yes' : 'No'}</dd>
        </div>
      ))}
    </dl>
  );
}
