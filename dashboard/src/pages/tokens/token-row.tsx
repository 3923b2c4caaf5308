import type { ReactElement } from 'react';
import type { Token } from '../../api';
import { useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { formatAgo, formatDay } from '../../ui/format';

/** @param onRevoke absent for one that is revoked already */
export function TokenRow({ token, onRevoke }: { token: Token; onRevoke?: (token: Token) => void }): ReactElement {
  const { organizations } = useSession();
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) < Date.now();
  const limits = token.organization_ids?.map((id) => organizations.find((one) => one.id === id)?.name ?? `No. ${id}`);
  return (
    <li className="rows-item">
      <div>
        <p className="strong">
          {token.name} {isExpired && <span className="badge invalid">Expired</span>}
        </p>
        <p className="hint">
          {token.last_used_at === null ? 'Never used' : `Last used ${formatAgo(token.last_used_at)}`} · created{' '}
          {formatDay(token.created_at)}
          {token.expires_at !== null && ` · ${isExpired ? 'expired' : 'expires'} ${formatDay(token.expires_at)}`}
          {token.revoked_at !== null && ` · revoked ${formatDay(token.revoked_at)}`}
        </p>
        <p className="chips">
          {token.permissions.map((permission) => (
            <code key={permission}>{permission}</code>
          ))}
          {limits !== undefined && <span className="hint">only for {limits.join(', ')}</span>}
        </p>
      </div>
      {onRevoke !== undefined && (
        <Button
          isSmall
          aria-label={`Revoke ${token.name}`}
          onClick={() => {
            onRevoke(token);
          }}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}
