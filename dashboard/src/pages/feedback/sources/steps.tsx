import type { ReactElement } from 'react';
import type { FeedbackProviderName } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { feedbackSteps } from '../../../texts/feedback-steps';

const EXAMPLE = `{
  "events": [
    {
      "id": "evt-1",
      "type": "bounce",
      "email": "jane.doe@example.org",
      "occurred_at": "2026-01-05T10:00:00Z",
      "smtp_code": 550,
      "enhanced_code": "5.1.1",
      "diagnostic": "550 5.1.1 User unknown",
      "message_id": "<1@example.com>"
    }
  ]
}`;

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
            {EXAMPLE}
          </code>
        </div>
      )}
    </>
  );
}
