import { useState, type ReactElement } from 'react';
import { operator, type OperatedOrganizationDetails } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { Form } from '../../ui/form';
import { wholeNumber } from './whole-number';
import { WholeNumberField } from './whole-number-field';

interface AllowanceCardProps {
  organization: OperatedOrganizationDetails;
  onChanged: () => Promise<void>;
}

/** Sets the credits of each month. */
export function AllowanceCard({ organization, onChanged }: AllowanceCardProps): ReactElement {
  const words = operatorTexts();
  const { id, name, monthly_allowance: monthly } = organization;
  const [text, setText] = useState(String(monthly));
  const [isWrong, setWrong] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  return (
    <Card title={words.allowance.title} note={words.allowance.note}>
      <Form
        onSubmit={() => {
          const wanted = wholeNumber(text, 0);
          setSaid('');
          setWrong(wanted === null);
          setAsked(wanted);
        }}
      >
        <div className="beside">
          <WholeNumberField
            label={words.allowance.monthly}
            value={text}
            least={0}
            isWrong={isWrong}
            onChange={(typed) => {
              setText(typed);
              setWrong(false);
            }}
          />
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
          onClose={() => {
            setAsked(null);
          }}
          onConfirm={async () => {
            try {
              const after = await operator.setAllowance(id, asked);
              setSaid(after.monthly_allowance === 0 ? words.allowance.ended : words.allowance.done(asked));
              setText(String(after.monthly_allowance));
              setAsked(null);
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
