import { useState, type ReactElement } from 'react';
import type { AuditKind } from '../../../../src/audit/audit-action';
import { organizations } from '../../api';
import { audit, type AuditFilter } from '../../api/people';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { AuditList } from '../../ui/audit-list';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Icon } from '../../ui/icon';
import { useLoaded } from '../../ui/use-loaded';

/** Who did what in the organization: all, or of one kind, or by one member; as a file too. */
export function AuditCard(): ReactElement {
  const { id } = useOrganization();
  const [filter, setFilter] = useState<AuditFilter>({ kind: null, account_id: null });
  return (
    <Card
      title={t.people.audit.title}
      note={t.people.audit.note}
      actions={
        <a className="button quiet small" href={audit.fileLink(id, filter)} download>
          <Icon name="download" /> {t.overview.asCsv}
        </a>
      }
    >
      <Filters onChoose={setFilter} />
      <AuditList
        of={`${id} ${filter.kind ?? ''} ${filter.account_id ?? ''}`}
        load={(before) => audit.ofOrganization(id, filter, before)}
        none={filter.kind === null && filter.account_id === null ? t.people.audit.none : t.people.audit.noneLike}
      />
    </Card>
  );
}

/** A choice in a list does nothing by itself: the button does. */
function Filters({ onChoose }: { onChoose: (filter: AuditFilter) => void }): ReactElement {
  const { id } = useOrganization();
  const members = useLoaded(String(id), () => organizations.members(id));
  const [kind, setKind] = useState('');
  const [accountId, setAccountId] = useState('');
  const kinds: Record<AuditKind, string> = t.people.audit.kinds;
  return (
    <Form
      onSubmit={() => {
        onChoose({
          kind: kind === '' ? null : (kind as AuditKind),
          account_id: accountId === '' ? null : Number(accountId),
        });
      }}
    >
      <div className="beside even">
        <SelectField
          label={t.people.audit.what}
          value={kind}
          onChange={(event) => {
            setKind(event.target.value);
          }}
        >
          <option value="">{t.people.audit.everything}</option>
          {Object.entries(kinds).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.people.audit.who}
          value={accountId}
          onChange={(event) => {
            setAccountId(event.target.value);
          }}
        >
          <option value="">{t.people.audit.everybody}</option>
          {members.data?.map(({ account_id: member, name, email }) => (
            <option key={member} value={member}>
              {name ?? email}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{t.people.audit.show}</Button>
      </div>
    </Form>
  );
}
