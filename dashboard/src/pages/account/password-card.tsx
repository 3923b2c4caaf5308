import { useState, type ReactElement } from 'react';
import { account } from '../../api';
import { useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

export function PasswordCard(): ReactElement {
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
  });
  return (
    <Card title="Password" note="A change ends all your other sessions.">
      <Form className="stack" onSubmit={task.run}>
        <input type="email" value={me.email} autoComplete="username" readOnly hidden />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={current}
          error={task.fault?.fields['current_password']}
          onChange={(event) => {
            setCurrent(event.target.value);
          }}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={next}
          error={task.fault?.fields['new_password']}
          onChange={(event) => {
            setNext(event.target.value);
          }}
        />
        <CheckBox checked={isLeaked} onChange={setLeaked}>
          Revoke all of your tokens too: somebody else may have known the password
        </CheckBox>
        <FormFault fault={task.fault} fields={['current_password', 'new_password']} />
        <div className="row">
          <Button type="submit" isBusy={task.isBusy}>
            Change the password
          </Button>
          <span role="status" className="hint">
            {isChanged ? 'Changed. Other sessions have ended.' : ''}
          </span>
        </div>
      </Form>
    </Card>
  );
}
