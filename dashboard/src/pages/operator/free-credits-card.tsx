import { useId, useState, type ReactElement } from 'react';
import { operator, type ServiceSettings } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Form } from '../../ui/form';
import { formatNumber } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';
import { Choice } from './choice';
import { wholeNumber } from './whole-number';
import { WholeNumberField } from './whole-number-field';

interface SettingsCardProps {
  settings: ServiceSettings;
  onChanged: () => Promise<void>;
}

/** What new accounts start with. */
export function FreeCreditsCard({ settings, onChanged }: SettingsCardProps): ReactElement {
  const words = operatorTexts();
  const { free_credits: credits, free_credits_environment: environment, are_free_credits_stored: isStored } = settings;
  const [chosen, setChosen] = useState<'stored' | 'environment'>(isStored ? 'stored' : 'environment');
  const [text, setText] = useState(String(credits));
  const [isWrong, setWrong] = useState(false);
  const [said, setSaid] = useState('');
  const group = useId();
  const save = useTask(async () => {
    setSaid('');
    const wanted = chosen === 'environment' ? null : wholeNumber(text, 0);
    const isMissing = chosen === 'stored' && wanted === null;
    setWrong(isMissing);
    if (isMissing) return;
    try {
      const after = await operator.changeSettings({ free_credits: wanted });
      setSaid(words.settings.freeCreditsNow(after.free_credits));
      setText(String(after.free_credits));
    } finally {
      await onChanged();
    }
  });
  const choose = (value: 'stored' | 'environment'): void => {
    setChosen(value);
    setWrong(false);
    setSaid('');
  };
  return (
    <Card
      title={words.settings.freeCredits}
      note={words.settings.inForce(formatNumber(credits), isStored, 'FREE_CREDITS', formatNumber(environment))}
    >
      <Form className="stack" onSubmit={save.run}>
        <fieldset>
          <legend className="visually-hidden">{words.settings.freeCredits}</legend>
          <Choice
            group={group}
            isChosen={chosen === 'stored'}
            onChoose={() => {
              choose('stored');
            }}
          >
            {words.settings.thisMany}
          </Choice>
          {chosen === 'stored' && (
            <div className="choice-field">
              <WholeNumberField
                label={words.settings.credits}
                value={text}
                least={0}
                isWrong={isWrong}
                onChange={(typed) => {
                  setText(typed);
                  setWrong(false);
                  setSaid('');
                }}
              />
            </div>
          )}
          <Choice
            group={group}
            isChosen={chosen === 'environment'}
            onChoose={() => {
              choose('environment');
            }}
          >
            {words.settings.asEnvironment(formatNumber(environment))}
          </Choice>
        </fieldset>
        <FormFault fault={save.fault} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            {words.settings.saveFreeCredits}
          </Button>
          <span role="status" className="hint">
            {said}
          </span>
        </div>
      </Form>
    </Card>
  );
}
