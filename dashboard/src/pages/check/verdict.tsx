import type { ReactElement, RefObject } from 'react';
import type { CheckResult } from '../../api';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ProgressBar } from '../../ui/progress-bar';
import { explain } from '../../verdict/explain';
import { Evidence } from './evidence';
import { Flags } from './flags';

interface VerdictProps {
  result: CheckResult;
  /** Takes the focus when somebody has asked for this verdict from elsewhere on the page. */
  heading: RefObject<HTMLHeadingElement | null>;
  onCheck: (email: string) => void;
}

/** A verdict in words: what it means, why it was given, what to do, and what it rests on. */
export function Verdict({ result, heading, onCheck }: VerdictProps): ReactElement {
  const { status, email, did_you_mean: suggestion } = result;
  const { headline, meaning, why, advice } = explain(result);
  const isTeam = result.is_role_account && (status === 'valid' || status === 'catch_all');
  return (
    <section className={`card verdict ${status}`}>
      <div className="verdict-head">
        <span className={`verdict-icon ${status}`}>
          <Icon name={status} />
        </span>
        <div>
          <p className="verdict-status">{t.verdict.statuses[status].name}</p>
          <h2 ref={heading} tabIndex={-1}>
            {headline}
          </h2>
          <p className="verdict-email">{email}</p>
        </div>
      </div>
      {suggestion !== null && (
        <div className="suggestion">
          <p>{t.check.didYouMean(suggestion)}</p>
          <Button
            isSmall
            onClick={() => {
              onCheck(suggestion);
            }}
          >
            {t.check.checkSuggestion} <Icon name="arrow" />
          </Button>
        </div>
      )}
      <dl className="reasons">
        <div>
          <dt>{t.check.meaning}</dt>
          <dd>{meaning}</dd>
        </div>
        {why !== null && (
          <div>
            <dt>{t.check.why}</dt>
            <dd>{why}</dd>
          </div>
        )}
        <div>
          <dt>{t.check.advice}</dt>
          <dd>
            {advice}
            {isTeam && ` ${t.check.roleAdvice}`}
          </dd>
        </div>
      </dl>
      <div className="confidence">
        <p>
          {t.check.confidence} <strong>{t.common.percent(result.confidence)}</strong>
        </p>
        <ProgressBar label={t.check.confidence} percent={result.confidence} tone={toneOf(result.confidence)} />
      </div>
      <Flags result={result} />
      <Evidence result={result} />
    </section>
  );
}

/** The colour says the same as the number: good, doubtful, hopeless. */
function toneOf(confidence: number): 'valid' | 'risky' | 'invalid' {
  if (confidence >= 80) return 'valid';
  return confidence >= 20 ? 'risky' : 'invalid';
}
