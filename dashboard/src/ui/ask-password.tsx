import { useState, type ReactElement, type ReactNode } from 'react';
import { useSession } from '../session/session-context';
import { t } from '../texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Form } from './form';
import { FormFault } from './form-fault';
import { PasswordField } from './password-field';
import { useTask } from './use-task';

interface AskPasswordProps {
  title: string;
  /** What the button says: the deed itself. */
  action: string;
  isDangerous?: boolean;
  children: ReactNode;
  onConfirm: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password before something that it alone may do. */
export function AskPassword({
  title,
  action,
  isDangerous = false,
  children,
  onConfirm,
  onClose,
}: AskPasswordProps): ReactElement {
  const { account: me } = useSession();
  const [password, setPassword] = useState('');
  const task = useTask(() => onConfirm(password));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form className="stack" onSubmit={task.run}>
        <div className="prose">{children}</div>
        <input type="email" value={me.email} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t.people.email.password}
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
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} type="submit" isBusy={task.isBusy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
