import { useState, type ReactElement } from 'react';
import { organizations, type Member, type Role } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { formatDay } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

export function MembersCard(): ReactElement {
  const { id, name, role: mine } = useOrganization();
  const { account, refresh } = useSession();
  const loaded = useLoaded(String(id), () => organizations.members(id));
  const [removing, setRemoving] = useState<Member | null>(null);
  const setRole = useTask(async (member: Member, role: Role) => {
    await organizations.setRole(id, member.account_id, role);
    await Promise.all([loaded.reload(), refresh()]);
  });
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  return (
    <Card title="Members" note="Owners do everything; admins manage members and invitations; members use it.">
      <FormFault fault={setRole.fault} />
      <ul className="rows">
        {loaded.data.map((member) => {
          const isMe = member.account_id === account.id;
          const mayRemove = !isMe && (mine === 'owner' || (mine === 'admin' && member.role === 'member'));
          const shown = member.name ?? member.email;
          return (
            <li key={member.account_id} className="rows-item roomy">
              <div>
                <p className="strong">
                  {shown} {isMe && <span className="chip">you</span>}
                </p>
                <p className="hint">
                  {member.email} · since {formatDay(member.joined_at)}
                  {member.invited_by !== null && ` · invited by ${member.invited_by}`}
                </p>
              </div>
              <div className="row">
                {mine === 'owner' ? (
                  <select
                    className="input small"
                    aria-label={`Role of ${shown}`}
                    value={member.role}
                    onChange={(event) => {
                      setRole.run(member, event.target.value as Role);
                    }}
                  >
                    <option value="owner">owner</option>
                    <option value="admin">admin</option>
                    <option value="member">member</option>
                  </select>
                ) : (
                  <span className="chip">{member.role}</span>
                )}
                {mayRemove && (
                  <Button
                    isSmall
                    aria-label={`Remove ${shown}`}
                    onClick={() => {
                      setRemoving(member);
                    }}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {removing !== null && (
        <Confirm
          title={`Remove ${removing.email}?`}
          action="Remove the member"
          onClose={() => {
            setRemoving(null);
          }}
          onConfirm={async () => {
            await organizations.removeMember(id, removing.account_id);
            setRemoving(null);
            await loaded.reload();
          }}
        >
          <p>They lose sight of {name} at once, and their tokens no longer work for it.</p>
        </Confirm>
      )}
    </Card>
  );
}
