import { useState, type ReactElement } from 'react';
import { account as api } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

export function ProfileCard(): ReactElement {
  const { account, organizations, refresh } = useSession();
  const [name, setName] = useState(account.name ?? '');
  const [chosen, setChosen] = useState(String(account.default_organization_id ?? ''));
  const [isSaved, setSaved] = useState(false);
  const task = useTask(async () => {
    setSaved(false);
    // A name that was emptied is none.
    const trimmed = name.trim();
    await api.change({
      name: trimmed === '' ? null : trimmed,
      default_organization_id: chosen === '' ? null : Number(chosen),
    });
    await refresh();
    setSaved(true);
  });
  return (
    <Card title={t.account.profile}>
      <Form
        className="stack"
        onSubmit={task.run}
        onLeave={() => {
          setSaved(false);
        }}
      >
        <Field
          label={t.account.name}
          value={name}
          maxLength={255}
          autoComplete="name"
          error={task.fault?.fields['name']}
          onChange={(event) => {
            setName(event.target.value);
            setSaved(false);
          }}
        />
        <SelectField
          label={t.account.defaultOrganization}
          hint={t.account.defaultHint}
          value={chosen}
          title={organizations.find(({ id }) => String(id) === chosen)?.name}
          error={task.fault?.fields['default_organization_id']}
          onChange={(event) => {
            setChosen(event.target.value);
            setSaved(false);
          }}
        >
          <option value="">{t.account.defaultNone}</option>
          {organizations.map((organization) => (
            <option key={organization.id} value={organization.id}>
              {organization.name}
            </option>
          ))}
        </SelectField>
        <FormFault fault={task.fault} fields={['name', 'default_organization_id']} />
        <div className="row">
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            {t.common.save}
          </Button>
          <span role="status" className="hint">
            {isSaved ? t.common.saved : ''}
          </span>
        </div>
      </Form>
    </Card>
  );
}
