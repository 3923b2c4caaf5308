import { useState, type ReactElement } from 'react';
import { operator, type OperatedAccountDetails } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { formatMoment } from '../../ui/format';

/** Switches an account off and on. */
export function SwitchCard({
  account: { id, name, email, is_operator: isOperator, disabled_at: offSince },
  onChanged,
}: {
  account: OperatedAccountDetails;
  onChanged: () => Promise<void>;
}): ReactElement {
  const words = operatorTexts().standing;
  const [isAsked, setAsked] = useState(false);
  const [said, setSaid] = useState('');
  const isOff = offSince !== null;
  const who = name ?? email;
  return (
    <Card title={words.title} note={isOff ? words.offSince(formatMoment(offSince)) : words.isOn} isDangerous={!isOff}>
      {isOperator ? (
        <p className="hint">{words.ofOperator(id)}</p>
      ) : (
        <div className="row">
          <Button
            kind={isOff ? 'primary' : 'risk'}
            onClick={() => {
              setAsked(true);
            }}
          >
            {isOff ? words.switchOn : words.switchOff}
          </Button>
        </div>
      )}
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {isAsked && (
        <Confirm
          title={isOff ? words.askOn(who) : words.askOff(who)}
          action={isOff ? words.switchOn : words.switchOff}
          isHarmless={isOff}
          onClose={() => {
            setAsked(false);
          }}
          onConfirm={async () => {
            try {
              await (isOff ? operator.switchOn(id) : operator.switchOff(id));
              setSaid(isOff ? words.nowOn(who) : words.nowOff(who));
              setAsked(false);
            } finally {
              // Whatever the answer was: what is so now is shown.
              await onChanged();
            }
          }}
        >
          <p>{isOff ? words.onText : words.offText}</p>
        </Confirm>
      )}
    </Card>
  );
}
