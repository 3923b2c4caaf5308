import { useState, type ReactElement } from 'react';
import { invitations, type Role } from '../../api';
import { useOrganization } from '../../session/session-context';
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
    <Card
      title="Invite somebody"
      note="You get a link to pass on yourself; it works once, for seven days, for that e-mail address."
    >
      <Form onSubmit={invite.run}>
        <div className="beside">
          <Field
            label="Their e-mail address"
            type="email"
            autoComplete="off"
            value={email}
            error={invite.fault?.fields['email']}
            onChange={(event) => {
              setEmail(event.target.value);
            }}
          />
          <SelectField
            label="Role"
            value={role}
            error={invite.fault?.fields['role']}
            onChange={(event) => {
              setRole(event.target.value as Role);
            }}
          >
            <option value="member">member</option>
            {mine === 'owner' && <option value="admin">admin</option>}
            {mine === 'owner' && <option value="owner">owner</option>}
          </SelectField>
          <Button type="submit" isBusy={invite.isBusy}>
            Make the link
          </Button>
        </div>
        <FormFault fault={invite.fault} fields={['email', 'role']} />
      </Form>
      {made !== null && (
        <div className="made" role="status">
          <p>
            Pass this link on to <strong>{made.email}</strong>. It is shown only this once.
          </p>
          <div className="secret">
            <code tabIndex={0} role="textbox" aria-readonly="true" aria-label="The invitation link">
              {made.link}
            </code>
            <CopyButton text={made.link} label="Copy the link" />
          </div>
        </div>
      )}
      {loaded.data === null && <Waiting loaded={loaded} />}
      <FormFault fault={withdraw.fault} />
      {loaded.data !== null && loaded.data.length > 0 && (
        <ul className="rows">
          {loaded.data.map((invitation) => (
            <li key={invitation.id} className="rows-item">
              <div>
                <p className="strong">{invitation.email}</p>
                <p className="hint">
                  invited as {invitation.role} · until {formatDay(invitation.expires_at)}
                </p>
              </div>
              <Button
                isSmall
                aria-label={`Withdraw the invitation of ${invitation.email}`}
                onClick={() => {
                  withdraw.run(invitation.id);
                }}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
