import type { ReactElement } from 'react';
import type { FeedbackProviderName } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { FEEDBACK_EXAMPLE } from '../../../texts/feedback-example';
import { feedbackSteps } from '../../../texts/feedback-steps';

/** What to do at the provider, one thing after the other. */
export function Steps({ provider }: { provider: FeedbackProviderName }): ReactElement {
  const { exampleTitle } = feedbackTexts().shown;
  return (
    <>
      <ol className="how-to">
        {feedbackSteps()[provider].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {provider === 'generic' && (
        <div className="secret">
          <code tabIndex={0} role="textbox" aria-multiline="true" aria-readonly="true" aria-label={exampleTitle}>
            {FEEDBACK_EXAMPLE}
          </code>
        </div>
      )}
    </>
  );
}
