import { useState, type ReactElement } from 'react';
import { account } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { LEAST_PASSWORD } from '../sign-in-page';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { PasswordField } from '../../ui/password-field';
import { useTask } from '../../ui/use-task';

export function PasswordCard({ onChanged }: { onChanged: () => void }): ReactElement {
  const { account: me } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isLeaked, setLeaked] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const task = useTask(async () => {
    setChanged(false);
    await account.changePassword({ current_password: current, new_password: next, revoke_tokens: isLeaked });
    setCurrent('');
    setNext('');
    setChanged(true);
    onChanged();
  });
  return (
    <Card title={t.account.password} note={t.account.passwordNote}>
      <Form className="stack" onSubmit={task.run}>
        <input type="email" value={me.email} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t.account.currentPassword}
          autoComplete="current-password"
          value={current}
          error={task.fault?.fields['current_password']}
          onChange={(event) => {
            setCurrent(event.target.value);
            setChanged(false);
          }}
        />
        <PasswordField
          label={t.account.newPassword}
          autoComplete="new-password"
          value={next}
          hint={t.people.reset.hint(LEAST_PASSWORD)}
          error={task.fault?.fields['new_password']}
          onChange={(event) => {
            setNext(event.target.value);
            setChanged(false);
          }}
        />
        <CheckBox checked={isLeaked} onChange={setLeaked}>
          {t.account.revokeTokens}
        </CheckBox>
        <FormFault fault={task.fault} fields={['current_password', 'new_password']} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {t.account.changePassword}
          </Button>
          <span role="status" className="hint">
            {isChanged ? t.account.passwordChanged : ''}
          </span>
        </div>
      </Form>
    </Card>
  );
}
