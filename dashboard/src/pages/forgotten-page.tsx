import { useState, type ReactElement } from 'react';
import { passwordResets } from '../api/people';
import { t } from '../texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { Gate } from '../ui/gate';
import { useLoaded } from '../ui/use-loaded';
import { useTask } from '../ui/use-task';
import { Waiting } from '../ui/waiting';

/** For who forgot his password: a link by mail, or a word about who can make one. */
export function ForgottenPage(): ReactElement {
  const loaded = useLoaded('resets', passwordResets.read);
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const task = useTask(async () => {
    await passwordResets.ask(email.trim());
    setSentTo(email.trim());
  });
  const words = t.people.forgotten;
  return (
    <Gate title={words.title} lead={loaded.data?.by_mail === true ? words.lead : undefined}>
      {loaded.data === null && <Waiting loaded={loaded} />}
      {loaded.data?.by_mail === false && <p>{words.noMail}</p>}
      {loaded.data?.by_mail === true && (
        <Form className="stack" onSubmit={task.run}>
          <Field
            label={t.common.emailAddress}
            type="email"
            value={email}
            autoComplete="username"
            inputMode="email"
            error={task.fault?.fields['email']}
            onChange={(event) => {
              setEmail(event.target.value);
            }}
          />
          <FormFault fault={task.fault} fields={['email']} />
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {words.send}
          </Button>
          <p role="status">{sentTo === null ? '' : words.sent(sentTo)}</p>
        </Form>
      )}
      <p className="gate-other">
        <a href="#/sign-in">{words.back}</a>
      </p>
    </Gate>
  );
}
