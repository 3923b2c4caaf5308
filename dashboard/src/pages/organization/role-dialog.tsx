import { useId, useState, type ReactElement } from 'react';
import type { Role } from '../../api';
import { t } from '../../texts';
import { Confirm } from '../../ui/confirm';

const ROLES = ['owner', 'admin', 'member', 'viewer'] as const satisfies Role[];

interface RoleDialogProps {
  name: string;
  current: Role;
  onChange: (role: Role) => Promise<void>;
  onClose: () => void;
}

/** Says what each role gives, and changes nothing before the button that names the deed. */
export function RoleDialog({ name, current, onChange, onClose }: RoleDialogProps): ReactElement {
  const [role, setRole] = useState<Role>(current);
  const group = useId();
  return (
    <Confirm
      title={t.team.roleTitle(name)}
      action={role === current ? t.team.changeRole : t.team.roleAction(t.roles[role].name)}
      isHarmless
      onClose={onClose}
      onConfirm={() => {
        if (role !== current) return onChange(role);
        onClose();
        return Promise.resolve();
      }}
    >
      <fieldset>
        <legend className="visually-hidden">{t.team.roleOf(name)}</legend>
        {ROLES.map((one) => (
          <label key={one} className="check-box">
            <input
              type="radio"
              name={group}
              checked={one === role}
              onChange={() => {
                setRole(one);
              }}
            />
            <span>
              <span className="strong">{t.roles[one].name}</span>
              <span className="hint block">{t.roles[one].gives}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
