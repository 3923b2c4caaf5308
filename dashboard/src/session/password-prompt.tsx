import { useEffect, useRef, useState, type ReactElement } from 'react';
import { account } from '../api';
import { whenPasswordNeeded } from '../api/request';
import { t } from '../texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { PasswordField } from '../ui/password-field';
import { useTask } from '../ui/use-task';
import { useSession } from './session-context';

/** Asks for the password where the service wants to hear it once more, on whichever page that is. */
export function PasswordPrompt(): ReactElement | null {
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(isGiven: boolean) => void>(() => undefined);
  useEffect(() => {
    whenPasswordNeeded(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setAsking(true);
        }),
    );
    return () => {
      whenPasswordNeeded(() => Promise.resolve(false));
    };
  }, []);
  if (!isAsking) return null;
  return (
    <PasswordDialog
      onAnswer={(isGiven) => {
        setAsking(false);
        answer.current(isGiven);
      }}
    />
  );
}

function PasswordDialog({ onAnswer }: { onAnswer: (isGiven: boolean) => void }): ReactElement {
  const { account: me } = useSession();
  const [password, setPassword] = useState('');
  const task = useTask(async () => {
    await account.confirmPassword(password);
    onAnswer(true);
  });
  return (
    <Dialog
      title={t.password.title}
      onClose={() => {
        onAnswer(false);
      }}
    >
      <Form className="stack" onSubmit={task.run}>
        <p>{t.password.text}</p>
        <input type="email" value={me.email} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t.common.password}
          autoComplete="current-password"
          value={password}
          error={task.fault?.fields['password']}
          autoFocus
          onChange={(event) => {
            setPassword(event.target.value);
          }}
        />
        <FormFault fault={task.fault} fields={['password']} />
        <div className="row end">
          <Button
            onClick={() => {
              onAnswer(false);
            }}
          >
            {t.common.cancel}
          </Button>
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {t.password.confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
