import { useState, type ReactElement } from 'react';
import { emailChanges } from '../../api/people';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { PasswordField } from '../../ui/password-field';
import { useTask } from '../../ui/use-task';

export function EmailCard(): ReactElement {
  const { refresh } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [said, setSaid] = useState('');
  const words = t.people.email;
  const task = useTask(async () => {
    setSaid('');
    const address = email.trim();
    const { by_mail: isByMail } = await emailChanges.ask({ email: address, password });
    setEmail('');
    setPassword('');
    setSaid(isByMail ? words.sent(address) : words.changed(address));
    await refresh();
  });
  return (
    <Card title={words.title} note={words.note}>
      <Form className="stack" onSubmit={task.run}>
        <Field
          label={words.newAddress}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          error={task.fault?.fields['email']}
          onChange={(event) => {
            setEmail(event.target.value);
          }}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          value={password}
          error={task.fault?.fields['password']}
          onChange={(event) => {
            setPassword(event.target.value);
          }}
        />
        <FormFault fault={task.fault} fields={['email', 'password']} />
        <div className="row wrap">
          <Button type="submit" isBusy={task.isBusy}>
            {words.action}
          </Button>
          <span role="status" className="hint">
            {said}
          </span>
        </div>
      </Form>
    </Card>
  );
}
