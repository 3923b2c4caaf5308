import { useState, type ReactElement } from 'react';
import { account } from '../api';
import { t } from '../texts';
import { Button } from '../ui/button';
import { CodeField, needsCode } from '../ui/code-field';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { PasswordField } from '../ui/password-field';
import { toFault, useTask } from '../ui/use-task';
import { useSession } from './session-context';

/** Stands in front of the page when the session has ended, and hides it: behind it nothing is lost that was typed. */
export function SessionEnded(): ReactElement {
  const { account: me, set } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const task = useTask(async () => {
    const credentials = { email: me.email, password };
    try {
      set(await account.signIn(hasCode ? { ...credentials, code: code.trim() } : credentials));
    } catch (error) {
      setHasCode(hasCode || needsCode(toFault(error)));
      throw error;
    }
  });
  const useAnother = (): void => {
    set(null);
  };
  return (
    <Dialog title={t.signIn.endedTitle} isCurtain onClose={useAnother}>
      <Form className="stack" onSubmit={task.run}>
        <p>{t.signIn.endedText}</p>
        <Field label={t.common.emailAddress} type="email" autoComplete="username" value={me.email} readOnly />
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
        {hasCode && <CodeField value={code} fault={task.fault} onChange={setCode} />}
        <FormFault fault={needsCode(task.fault) ? null : task.fault} fields={['password', 'code']} />
        <div className="row end">
          <Button onClick={useAnother}>{t.signIn.another}</Button>
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {t.signIn.signIn}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
