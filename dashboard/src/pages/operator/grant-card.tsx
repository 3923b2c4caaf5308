import { useState, type ReactElement } from 'react';
import { operator, type OperatedOrganizationDetails } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { useAskedNumber } from './use-asked-number';
import { WholeNumberField } from './whole-number-field';

interface GrantCardProps {
  organization: OperatedOrganizationDetails;
  onChanged: () => Promise<void>;
}

/** Gives credits, which do not expire. */
export function GrantCard({ organization: { id, name }, onChanged }: GrantCardProps): ReactElement {
  const words = operatorTexts();
  const { field, asked, said, ask, close, done } = useAskedNumber(1, '');
  const [reason, setReason] = useState('');
  return (
    <Card title={words.grant.title} note={words.grant.note}>
      <Form onSubmit={ask}>
        <div className="beside">
          <WholeNumberField label={words.grant.amount} {...field} />
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
          onClose={close}
          onConfirm={async () => {
            try {
              const after = await operator.grant(id, { amount: asked, reason: reason.trim() || null });
              done(words.grant.done(asked, after.balance), '');
              setReason('');
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
