import { useState, type ReactElement } from 'react';
import { tokens, type Permission } from '../../api';
import { useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { Field, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';
import { PERMISSION_WORDS, PERMISSIONS } from './permission-words';
import type { FreshToken } from './shown-once';

const LIFETIMES = [
  { days: '', name: 'Never' },
  { days: '7', name: 'In 7 days' },
  { days: '30', name: 'In 30 days' },
  { days: '90', name: 'In 90 days' },
  { days: '365', name: 'In a year' },
] as const;

interface NewTokenProps {
  onCreated: (token: FreshToken) => Promise<void>;
  onClose: () => void;
}

export function NewToken({ onCreated, onClose }: NewTokenProps): ReactElement {
  const { organizations } = useSession();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(PERMISSIONS);
  const [days, setDays] = useState('90');
  const [limits, setLimits] = useState<readonly number[] | null>(null);
  const task = useTask(async () => {
    const body = {
      name: name.trim(),
      permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
      expires_in_days: days === '' ? null : Number(days),
      organization_ids: limits === null ? null : [...limits],
    };
    await onCreated(await tokens.create(body));
  });
  const fields = task.fault?.fields ?? {};
  return (
    <Card title="A new token">
      <Form className="stack" onSubmit={task.run}>
        <FormFault fault={task.fault} fields={['name', 'permissions', 'expires_in_days', 'organization_ids']} />
        <Field
          label="Name"
          value={name}
          maxLength={255}
          hint="What will use it: “Shop”, “Newsletter import”."
          error={fields['name']}
          autoFocus
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <fieldset>
          <legend>What it may do</legend>
          {PERMISSIONS.map((permission) => (
            <CheckBox
              key={permission}
              checked={permissions.includes(permission)}
              onChange={(checked) => {
                setPermissions(toggle(permissions, permission, checked));
              }}
            >
              {PERMISSION_WORDS[permission]} <code>{permission}</code>
            </CheckBox>
          ))}
          <p className="error" role="alert">
            {fields['permissions']}
          </p>
        </fieldset>
        <SelectField
          label="It expires"
          value={days}
          error={fields['expires_in_days']}
          onChange={(event) => {
            setDays(event.target.value);
          }}
        >
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime.days} value={lifetime.days}>
              {lifetime.name}
            </option>
          ))}
        </SelectField>
        {organizations.length > 1 && (
          <fieldset>
            <legend>For which organizations</legend>
            <CheckBox
              checked={limits === null}
              onChange={(checked) => {
                setLimits(checked ? null : organizations.map(({ id }) => id));
              }}
            >
              All of yours, those to come included
            </CheckBox>
            {limits !== null &&
              organizations.map(({ id, name: organizationName }) => (
                <CheckBox
                  key={id}
                  checked={limits.includes(id)}
                  onChange={(checked) => {
                    setLimits(toggle(limits, id, checked));
                  }}
                >
                  {organizationName}
                </CheckBox>
              ))}
            <p className="error" role="alert">
              {fields['organization_ids']}
            </p>
          </fieldset>
        )}
        <div className="row">
          <Button kind="primary" type="submit" isBusy={task.isBusy}>
            Create the token
          </Button>
          <Button onClick={onClose}>Leave it</Button>
        </div>
      </Form>
    </Card>
  );
}

function toggle<T>(list: readonly T[], value: T, isIn: boolean): readonly T[] {
  const others = list.filter((other) => other !== value);
  return isIn ? [...others, value] : others;
}
