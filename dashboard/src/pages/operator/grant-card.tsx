import { useState, type ReactElement } from 'react';
import { operator, type OperatedOrganizationDetails } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { wholeNumber } from './whole-number';
import { WholeNumberField } from './whole-number-field';

interface CreditsCardProps {
  organization: OperatedOrganizationDetails;
  onChanged: () => Promise<void>;
}

/** Gives credits, which do not expire. */
export function GrantCard({ organization: { id, name }, onChanged }: CreditsCardProps): ReactElement {
  const words = operatorTexts();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  return (
    <Card title={words.grant.title} note={words.grant.note}>
      <Form
        onSubmit={() => {
          const amount = wholeNumber(text, 1);
          setSaid('');
          setWrong(amount === null);
          setAsked(amount);
        }}
      >
        <div className="beside">
          <WholeNumberField
            label={words.grant.amount}
            value={text}
            least={1}
            isWrong={isWrong}
            onChange={(typed) => {
              setText(typed);
              setWrong(false);
            }}
          />
          <Field
            label={words.grant.reason}
            autoComplete="off"
            maxLength={255}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value);
            }}
          />
          <Button type="submit">{words.grant.give}</Button>
        </div>
      </Form>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {asked !== null && (
        <Confirm
          title={words.grant.ask(asked)}
          action={words.grant.give}
          isHarmless
          onClose={() => {
            setAsked(null);
          }}
          onConfirm={async () => {
            try {
              const after = await operator.grant(id, { amount: asked, reason: reason.trim() || null });
              setSaid(words.grant.done(asked, after.balance));
              setText('');
              setReason('');
              setAsked(null);
            } finally {
              // An answer may get lost: the balance tells whether they were given.
              await onChanged();
            }
          }}
        >
          <p>{words.grant.askText(name)}</p>
        </Confirm>
      )}
    </Card>
  );
}
