import { useState, type ReactElement } from 'react';
import { PERMISSIONS } from '../../../../src/auth/permissions';
import { tokens, type Permission } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CheckBox } from '../../ui/check-box';
import { Field, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';
import type { FreshToken } from './shown-once';

const LIFETIMES_DAYS = [7, 30, 90, 365] as const;

interface NewTokenProps {
  onCreated: (token: FreshToken) => Promise<void>;
  onClose: () => void;
}

export function NewToken({ onCreated, onClose }: NewTokenProps): ReactElement {
  const { organizations } = useSession();
  const [name, setName] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(PERMISSIONS);
  const [isTest, setTest] = useState(false);
  const [days, setDays] = useState('90');
  const [limits, setLimits] = useState<readonly number[] | null>(null);
  const task = useTask(async () => {
    const body = {
      name: name.trim(),
      test: isTest,
      permissions: PERMISSIONS.filter((permission) => permissions.includes(permission)),
      expires_in_days: days === '' ? null : Number(days),
      organization_ids: limits === null ? null : [...limits],
    };
    await onCreated(await tokens.create(body));
  });
  const fields = task.fault?.fields ?? {};
  return (
    <Card title={t.tokens.newTitle}>
      <Form className="stack" onSubmit={task.run}>
        <FormFault fault={task.fault} fields={['name', 'test', 'permissions', 'expires_in_days', 'organization_ids']} />
        <Field
          label={t.tokens.name}
          value={name}
          maxLength={255}
          hint={t.tokens.nameHint}
          error={fields['name']}
          autoFocus
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <SelectField
          label={t.tokens.kind}
          value={isTest ? 'test' : 'live'}
          hint={isTest ? t.tokens.testHint : undefined}
          error={fields['test']}
          onChange={(event) => {
            setTest(event.target.value === 'test');
          }}
        >
          <option value="live">{t.tokens.kinds.live}</option>
          <option value="test">{t.tokens.kinds.test}</option>
        </SelectField>
        <fieldset>
          <legend>{t.tokens.permissions}</legend>
          {PERMISSIONS.map((permission) => (
            <CheckBox
              key={permission}
              checked={permissions.includes(permission)}
              onChange={(checked) => {
                setPermissions(toggle(permissions, permission, checked));
              }}
            >
              {t.tokens.permissionWords[permission]} <code>{permission}</code>
            </CheckBox>
          ))}
          <p className="error" role="alert">
            {fields['permissions']}
          </p>
        </fieldset>
        <SelectField
          label={t.tokens.expires}
          value={days}
          error={fields['expires_in_days']}
          onChange={(event) => {
            setDays(event.target.value);
          }}
        >
          <option value="">{t.tokens.never}</option>
          {LIFETIMES_DAYS.map((lifetime) => (
            <option key={lifetime} value={lifetime}>
              {t.tokens.inDays(lifetime)}
            </option>
          ))}
        </SelectField>
        {organizations.length > 1 && (
          <fieldset>
            <legend>{t.tokens.organizations}</legend>
            <CheckBox
              checked={limits === null}
              onChange={(checked) => {
                setLimits(checked ? null : organizations.map(({ id }) => id));
              }}
            >
              {t.tokens.allOrganizations}
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
            {t.tokens.createAction}
          </Button>
          <Button onClick={onClose}>{t.common.cancel}</Button>
        </div>
      </Form>
    </Card>
  );
}

function toggle<T>(list: readonly T[], value: T, isIn: boolean): readonly T[] {
  const others = list.filter((other) => other !== value);
  return isIn ? [...others, value] : others;
}
