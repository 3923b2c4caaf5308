import { useState, type ReactElement } from 'react';
import { FEEDBACK_PROVIDERS } from '../../../../../src/feedback/events/provider-names';
import { feedback, type FeedbackProviderName } from '../../../api/feedback';
import { useOrganization } from '../../../session/session-context';
import { t } from '../../../texts';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { CheckBox } from '../../../ui/check-box';
import { Field, SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { FormFault } from '../../../ui/form-fault';
import { useTask } from '../../../ui/use-task';
import { providerName } from '../provider-name';
import { givesKey, keyOrigin, makeKey } from './source-key';
import type { FreshSource } from './source-shown';

interface NewSourceProps {
  onConnected: (fresh: FreshSource) => Promise<void>;
  onClose: () => void;
}

export function NewSource({ onConnected, onClose }: NewSourceProps): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts().newSource;
  const [provider, setProvider] = useState<FeedbackProviderName>('ses');
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [isProtected, setProtected] = useState(true);
  const origin = keyOrigin(provider);
  const task = useTask(async () => {
    const made = origin === 'made' && isProtected ? makeKey(provider) : null;
    const given = origin === 'given' && key.trim() !== '' ? key.trim() : null;
    const { url } = await feedback.connect(id, { provider, name: name.trim(), secret: made ?? given });
    await onConnected({ provider, name: name.trim(), url, secret: made });
  });
  const fields = task.fault?.fields ?? {};
  return (
    <Card title={words.title}>
      <Form className="stack" onSubmit={task.run}>
        <FormFault fault={task.fault} fields={['name', 'secret']} />
        <SelectField
          label={words.provider}
          value={provider}
          autoFocus
          onChange={(event) => {
            setProvider(FEEDBACK_PROVIDERS.find((one) => one === event.target.value) ?? 'generic');
            setKey('');
          }}
        >
          {FEEDBACK_PROVIDERS.map((one) => (
            <option key={one} value={one}>
              {providerName(one)}
            </option>
          ))}
        </SelectField>
        <Field
          label={words.name}
          value={name}
          maxLength={255}
          hint={words.nameHint}
          error={fields['name']}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        {givesKey(provider) && (
          <Field
            label={words.key[provider]}
            value={key}
            autoComplete="off"
            spellCheck={false}
            hint={words.keyHint}
            error={fields['secret']}
            onChange={(event) => {
              setKey(event.target.value);
            }}
          />
        )}
        {origin === 'made' && (
          <CheckBox checked={isProtected} onChange={setProtected}>
            {provider === 'generic' ? words.sign : words.protect}
          </CheckBox>
        )}
        <div className="row">
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {words.create}
          </Button>
          <Button onClick={onClose}>{t.common.cancel}</Button>
        </div>
      </Form>
    </Card>
  );
}
