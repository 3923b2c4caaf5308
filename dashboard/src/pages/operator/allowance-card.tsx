import type { ReactElement } from 'react';
import { operator, type OperatedOrganizationDetails } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Form } from '../../ui/form';
import { useAskedNumber } from './use-asked-number';
import { WholeNumberField } from './whole-number-field';

interface AllowanceCardProps {
  organization: OperatedOrganizationDetails;
  onChanged: () => Promise<void>;
}

/** Sets the credits of each month. */
export function AllowanceCard({ organization, onChanged }: AllowanceCardProps): ReactElement {
  const words = operatorTexts();
  const { id, name, monthly_allowance: monthly } = organization;
  const { field, asked, said, ask, close, done } = useAskedNumber(0, String(monthly));
  return (
    <Card title={words.allowance.title} note={words.allowance.note}>
      <Form onSubmit={ask}>
        <div className="beside">
          <WholeNumberField label={words.allowance.monthly} {...field} />
          <Button type="submit">{words.allowance.set}</Button>
        </div>
      </Form>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {asked !== null && (
        <Confirm
          title={asked === 0 ? words.allowance.askEnd : words.allowance.ask(asked)}
          action={asked === 0 ? words.allowance.end : words.allowance.set}
          isHarmless={asked > 0}
          onClose={close}
          onConfirm={async () => {
            try {
              const { monthly_allowance: after } = await operator.setAllowance(id, asked);
              done(after === 0 ? words.allowance.ended : words.allowance.done(asked), String(after));
            } finally {
              await onChanged();
            }
          }}
        >
          <p>{asked === 0 ? words.allowance.endText(name) : words.allowance.askText(name)}</p>
        </Confirm>
      )}
    </Card>
  );
}
