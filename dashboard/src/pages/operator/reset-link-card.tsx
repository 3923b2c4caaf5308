import { useState, type ReactElement } from 'react';
import { operator, type OperatedAccountDetails } from '../../api/operator';
import { t } from '../../texts';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { CopyButton } from '../../ui/copy-button';
import { formatMoment } from '../../ui/format';

/** A link by which somebody chooses a new password; shown once. */
export function ResetLinkCard({
  account: { id, email, is_operator: isOperator },
}: {
  account: OperatedAccountDetails;
}): ReactElement {
  const words = operatorTexts().resetLink;
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<{ link: string; expires_at: string } | null>(null);
  return (
    <Card title={words.title} note={words.note}>
      {isOperator ? (
        <p className="hint">{words.ofOperator(email)}</p>
      ) : (
        <div className="row">
          <Button
            onClick={() => {
              setAsked(true);
            }}
          >
            {words.make}
          </Button>
        </div>
      )}
      <div className={made === null ? 'visually-hidden' : 'made'} role="status">
        {made !== null && (
          <>
            <p>{words.passOn(email, formatMoment(made.expires_at))}</p>
            <div className="secret">
              <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={words.link}>
                {new URL(made.link, window.location.origin).href}
              </code>
              <CopyButton text={new URL(made.link, window.location.origin).href} label={t.team.copyLink} />
            </div>
          </>
        )}
      </div>
      {isAsked && (
        <Confirm
          title={words.ask(email)}
          action={words.make}
          isHarmless
          onClose={() => {
            setAsked(false);
          }}
          onConfirm={async () => {
            setMade(null);
            setMade(await operator.makeResetLink(id));
            setAsked(false);
          }}
        >
          <p>{words.askText}</p>
        </Confirm>
      )}
    </Card>
  );
}
