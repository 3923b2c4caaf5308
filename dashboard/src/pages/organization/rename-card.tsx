import { useState, type ReactElement } from 'react';
import { organizations } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

export function RenameCard(): ReactElement {
  const organization = useOrganization();
  const { refresh } = useSession();
  const [name, setName] = useState(organization.name);
  const [isSaved, setSaved] = useState(false);
  const task = useTask(async () => {
    setSaved(false);
    await organizations.rename(organization.id, name.trim());
    await refresh();
    setSaved(true);
  });
  return (
    <Card title={t.team.rename}>
      <Form className="stack" onSubmit={task.run}>
        <div className="beside">
          <Field
            label={t.team.organizationName}
            value={name}
            maxLength={255}
            error={task.fault?.fields['name']}
            onChange={(event) => {
              setName(event.target.value);
              setSaved(false);
            }}
          />
          <Button type="submit" isBusy={task.isBusy}>
            {t.team.renameAction}
          </Button>
        </div>
        <p role="status" className="hint">
          {isSaved ? t.common.saved : ''}
        </p>
        <FormFault fault={task.fault} fields={['name']} />
      </Form>
    </Card>
  );
}
