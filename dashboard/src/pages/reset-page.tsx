import { useState, type ReactElement } from 'react';
import { passwordResets } from '../api/people';
import { t } from '../texts';
import { Button } from '../ui/button';
import { CheckBox } from '../ui/check-box';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { Gate } from '../ui/gate';
import { PasswordField } from '../ui/password-field';
import { useLoaded } from '../ui/use-loaded';
import { useTask } from '../ui/use-task';
import { Waiting } from '../ui/waiting';
import { LEAST_PASSWORD } from './sign-in-page';

/** Where the link for a forgotten password leads. @param onDone all sessions have ended */
export function ResetPage({ secret, onDone }: { secret: string; onDone: () => void }): ReactElement {
  const loaded = useLoaded(secret, () => passwordResets.open(secret));
  const [password, setPassword] = useState('');
  const [isLeaked, setLeaked] = useState(false);
  const [isDone, setDone] = useState(false);
  const task = useTask(async () => {
    await passwordResets.reset(secret, { password, revoke_tokens: isLeaked });
    setDone(true);
    onDone();
  });
  const words = t.people.reset;
  const isGone = loaded.fault?.status === 404 || task.fault?.status === 404;
  return (
    <Gate title={words.title} lead={isDone || isGone ? undefined : loaded.data && words.isFor(loaded.data.email)}>
      <div role="status">{isDone ? words.done : ''}</div>
      {isGone && <p role="alert">{words.gone}</p>}
      {loaded.data === null && !isGone && <Waiting loaded={loaded} />}
      {loaded.data !== null && !isDone && !isGone && (
        <Form className="stack" onSubmit={task.run}>
          <input type="email" value={loaded.data.email} autoComplete="username" readOnly hidden />
          <PasswordField
            label={words.newPassword}
            autoComplete="new-password"
            value={password}
            hint={words.hint(LEAST_PASSWORD)}
            error={task.fault?.fields['password']}
            onChange={(event) => {
              setPassword(event.target.value);
            }}
          />
          <CheckBox checked={isLeaked} onChange={setLeaked}>
            {words.revokeTokens}
          </CheckBox>
          <FormFault fault={task.fault} fields={['password']} />
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {words.action}
          </Button>
        </Form>
      )}
      <p className="gate-other">
        {isGone ? <a href="#/forgotten">{words.again}</a> : <a href="#/sign-in">{t.people.forgotten.back}</a>}
      </p>
    </Gate>
  );
}
