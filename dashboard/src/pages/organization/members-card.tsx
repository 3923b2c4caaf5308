import { useState, type ReactElement } from 'react';
import { organizations, type Member } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { formatDay } from '../../ui/format';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { RoleDialog } from './role-dialog';

const nameOf = (member: Member): string => member.name ?? member.email;

export function MembersCard(): ReactElement {
  const { id, name, role: mine } = useOrganization();
  const { account, refresh } = useSession();
  const loaded = useLoaded(String(id), () => organizations.members(id));
  const [removing, setRemoving] = useState<Member | null>(null);
  const [changing, setChanging] = useState<Member | null>(null);
  const [said, setSaid] = useState('');
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  return (
    <Card title={t.team.members} note={t.team.membersNote}>
      <ul className="rows">
        {loaded.data.map((member) => {
          const isMe = member.account_id === account.id;
          const mayRemove = !isMe && (mine === 'owner' || (mine === 'admin' && member.role !== 'owner'));
          const shown = nameOf(member);
          return (
            <li key={member.account_id} className="rows-item roomy">
              <div>
                <p className="strong two-lines">
                  {shown} {isMe && <span className="chip">{t.team.you}</span>}
                </p>
                <p className="hint">
                  {t.team.since(member.email, formatDay(member.joined_at))}
                  {member.invited_by !== null && ` · ${t.team.invitedBy(member.invited_by)}`}
                </p>
              </div>
              <div className="row">
                <span className="chip" aria-label={t.team.roleOf(shown)} role="note">
                  {t.roles[member.role].name}
                </span>
                {mine === 'owner' && (
                  <Button
                    isSmall
                    aria-label={t.team.changeRoleOf(shown)}
                    onClick={() => {
                      setChanging(member);
                    }}
                  >
                    {t.team.changeRole}
                  </Button>
                )}
                {mayRemove && (
                  <Button
                    isSmall
                    aria-label={t.team.removeOne(shown)}
                    onClick={() => {
                      setRemoving(member);
                    }}
                  >
                    {t.team.remove}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {changing !== null && (
        <RoleDialog
          name={nameOf(changing)}
          current={changing.role}
          onClose={() => {
            setChanging(null);
          }}
          onChange={async (role) => {
            await organizations.setRole(id, changing.account_id, role);
            setSaid(t.team.roleChanged(nameOf(changing), t.roles[role].name));
            setChanging(null);
            await Promise.all([loaded.reload(), refresh()]);
          }}
        />
      )}
      {removing !== null && (
        <Confirm
          title={t.team.removeTitle(removing.email)}
          action={t.team.removeAction}
          onClose={() => {
            setRemoving(null);
          }}
          onConfirm={async () => {
            await organizations.removeMember(id, removing.account_id);
            setRemoving(null);
            await loaded.reload();
          }}
        >
          <p>{t.team.removeText(name)}</p>
        </Confirm>
      )}
    </Card>
  );
}
