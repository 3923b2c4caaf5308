import { useState, type ReactElement } from 'react';
import { invitations, type Role } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyButton } from '../../ui/copy-button';
import { Field, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatDay } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

const ROLES = ['member', 'viewer', 'admin', 'owner'] as const;
/** What an admin may give. */
const ROLES_OF_ADMINS = ['member', 'viewer'] as const;

/** Invites by a link that the inviter passes on: the service sends no mail. */
export function InvitationsCard(): ReactElement {
  const { id, role: mine } = useOrganization();
  const loaded = useLoaded(String(id), () => invitations.list(id));
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [made, setMade] = useState<{ email: string; link: string } | null>(null);
  const invite = useTask(async () => {
    const { link, email: invited } = await invitations.create(id, { email: email.trim(), role });
    setMade({ email: invited, link: new URL(link, window.location.origin).href });
    setEmail('');
    await loaded.reload();
  });
  const withdraw = useTask(async (invitationId: number) => {
    await invitations.withdraw(id, invitationId);
    await loaded.reload();
  });
  return (
    <Card title={t.team.invite} note={t.team.inviteNote}>
      <Form className="stack" onSubmit={invite.run}>
        <div className="beside">
          <Field
            label={t.team.theirAddress}
            type="email"
            autoComplete="off"
            value={email}
            error={invite.fault?.fields['email']}
            onChange={(event) => {
              setEmail(event.target.value);
            }}
          />
          <SelectField
            label={t.team.role}
            value={role}
            error={invite.fault?.fields['role']}
            onChange={(event) => {
              setRole(event.target.value as Role);
            }}
          >
            {(mine === 'owner' ? ROLES : ROLES_OF_ADMINS).map((one) => (
              <option key={one} value={one}>
                {t.roles[one].name}
              </option>
            ))}
          </SelectField>
          <Button kind="primary" type="submit" isBusy={invite.isBusy}>
            {t.team.inviteAction}
          </Button>
        </div>
        <FormFault fault={invite.fault} fields={['email', 'role']} />
      </Form>
      <div className={made === null ? 'visually-hidden' : 'made'} role="status">
        {made !== null && (
          <>
            <p>{t.team.passOn(made.email)}</p>
            <div className="secret">
              <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={t.team.theLink}>
                {made.link}
              </code>
              <CopyButton text={made.link} label={t.team.copyLink} />
            </div>
          </>
        )}
      </div>
      {loaded.data === null && <Waiting loaded={loaded} />}
      <FormFault fault={withdraw.fault} />
      {loaded.data !== null && loaded.data.length > 0 && (
        <ul className="rows">
          {loaded.data.map((invitation) => (
            <li key={invitation.id} className="rows-item">
              <div>
                <p className="strong">{invitation.email}</p>
                <p className="hint">
                  {t.team.invitedAs(t.roles[invitation.role].name, formatDay(invitation.expires_at))}
                </p>
              </div>
              <Button
                isSmall
                aria-label={t.team.withdrawOne(invitation.email)}
                onClick={() => {
                  withdraw.run(invitation.id);
                }}
              >
                {t.team.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
