import { useState, type ReactElement } from 'react';
import { emailChanges } from '../api/people';
import { t } from '../texts';
import { Button } from '../ui/button';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { Gate } from '../ui/gate';
import { useLoaded } from '../ui/use-loaded';
import { useTask } from '../ui/use-task';
import { Waiting } from '../ui/waiting';

/** Where the link to a new address leads. By a button, since mail programs open links by themselves. */
export function ConfirmEmailPage({ secret, onDone }: { secret: string; onDone: () => void }): ReactElement {
  const loaded = useLoaded(secret, () => emailChanges.open(secret));
  const [isDone, setDone] = useState(false);
  const task = useTask(async () => {
    await emailChanges.confirm(secret);
    setDone(true);
    onDone();
  });
  const words = t.people.email;
  const isGone = loaded.fault?.status === 404 || task.fault?.status === 404;
  return (
    <Gate title={words.confirmTitle}>
      <div role="status">{isDone ? words.confirmed : ''}</div>
      {isGone && <p role="alert">{words.gone}</p>}
      {loaded.data === null && !isGone && <Waiting loaded={loaded} />}
      {loaded.data !== null && !isDone && !isGone && (
        <Form className="stack" onSubmit={task.run}>
          <p>{words.confirmText(loaded.data.email)}</p>
          <FormFault fault={task.fault} />
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {words.confirm}
          </Button>
        </Form>
      )}
      <p className="gate-other">
        <a href="#/overview">{words.onward}</a>
      </p>
    </Gate>
  );
}
