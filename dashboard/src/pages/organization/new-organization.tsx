import { useState, type ReactElement } from 'react';
import { organizations } from '../../api';
import { goTo } from '../../router';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

export function NewOrganization(): ReactElement {
  const { refresh } = useSession();
  const [name, setName] = useState('');
  const task = useTask(async () => {
    const { id } = await organizations.create(name.trim());
    setName('');
    await refresh();
    goTo(`/o/${id}/organization`);
  });
  return (
    <Form className="stack" onSubmit={task.run}>
      <div className="beside">
        <Field
          label={t.team.newName}
          value={name}
          maxLength={255}
          error={task.fault?.fields['name']}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <Button type="submit" isBusy={task.isBusy}>
          {t.common.create}
        </Button>
      </div>
      <FormFault fault={task.fault} fields={['name']} />
    </Form>
  );
}
