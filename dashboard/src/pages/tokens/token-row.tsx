import type { ReactElement } from 'react';
import type { Token } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { formatAgo, formatDay } from '../../ui/format';
import { TestBadge } from '../../ui/test-badge';
import { expiresSoon } from './expires-soon';

/** @param onRevoke absent for one that is revoked already */
export function TokenRow({ token, onRevoke }: { token: Token; onRevoke?: (token: Token) => void }): ReactElement {
  const { organizations } = useSession();
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) < Date.now();
  const limits = token.organization_ids?.map(
    (id) => organizations.find((one) => one.id === id)?.name ?? t.tokens.organizationNumber(id),
  );
  const isSoon = !isExpired && onRevoke !== undefined && expiresSoon(token);
  const facts = [
    ...(token.hint === null ? [] : [t.people.tokens.endsIn(token.hint)]),
    token.last_used_at === null ? t.tokens.neverUsed : t.tokens.lastUsed(formatAgo(token.last_used_at)),
    t.tokens.createdOn(formatDay(token.created_at)),
  ];
  if (token.expires_at !== null) {
    const day = formatDay(token.expires_at);
    facts.push(isExpired ? t.tokens.expiredOn(day) : t.tokens.expiresOn(day));
  }
  if (token.revoked_at !== null) facts.push(t.tokens.revokedOn(formatDay(token.revoked_at)));
  return (
    <li className="rows-item roomy">
      <div>
        <p className="strong">
          {token.name} {token.test && <TestBadge />}{' '}
          {isExpired && <span className="badge invalid">{t.tokens.expired}</span>}
          {isSoon && <span className="badge risky">{t.people.tokens.expiresSoon}</span>}
        </p>
        <p className="hint">{facts.join(' · ')}</p>
        <p className="chips">
          {token.permissions.map((permission) => (
            <code key={permission}>{permission}</code>
          ))}
          {limits !== undefined && <span className="hint">{t.tokens.onlyFor(limits)}</span>}
        </p>
      </div>
      {onRevoke !== undefined && (
        <Button
          isSmall
          aria-label={t.tokens.revokeOne(token.name)}
          onClick={() => {
            onRevoke(token);
          }}
        >
          {t.tokens.revoke}
        </Button>
      )}
    </li>
  );
}
