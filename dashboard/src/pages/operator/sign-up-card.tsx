import { useId, useState, type ReactElement } from 'react';
import { operator, type ServiceSettings, type SignUpMode } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';
import { Choice } from './choice';

const CHOICES = ['open', 'invited', 'off', 'environment'] as const satisfies (SignUpMode | 'environment')[];
type Chosen = (typeof CHOICES)[number];

interface SettingsCardProps {
  settings: ServiceSettings;
  onChanged: () => Promise<void>;
}

/** Who may make an account. Nothing changes before the button is pressed. */
export function SignUpCard({ settings, onChanged }: SettingsCardProps): ReactElement {
  const words = operatorTexts().settings;
  const { sign_up: mode, sign_up_environment: environment, is_sign_up_stored: isStored } = settings;
  const [chosen, setChosen] = useState<Chosen>(isStored ? mode : 'environment');
  const [said, setSaid] = useState('');
  const group = useId();
  const save = useTask(async () => {
    setSaid('');
    try {
      const after = await operator.changeSettings({ sign_up: chosen === 'environment' ? null : chosen });
      setSaid(words.signUpNow(words.modes[after.sign_up].name));
    } finally {
      await onChanged();
    }
  });
  return (
    <Card
      title={words.signUp}
      note={words.inForce(words.modes[mode].name, isStored, 'SIGN_UP', words.modes[environment].name)}
    >
      <Form className="stack" onSubmit={save.run}>
        <fieldset>
          <legend className="visually-hidden">{words.signUp}</legend>
          {CHOICES.map((one) => (
            <Choice
              key={one}
              group={group}
              isChosen={one === chosen}
              hint={words.modes[one === 'environment' ? environment : one].means}
              onChoose={() => {
                setChosen(one);
                setSaid('');
              }}
            >
              {one === 'environment' ? words.asEnvironment(words.modes[environment].name) : words.modes[one].name}
            </Choice>
          ))}
        </fieldset>
        <FormFault fault={save.fault} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={save.isBusy}>
            {words.saveSignUp}
          </Button>
          <span role="status" className="hint">
            {said}
          </span>
        </div>
      </Form>
    </Card>
  );
}
