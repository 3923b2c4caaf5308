import type { ReactElement } from 'react';
import type { OperatedAccount } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';

/** What is out of the ordinary about an account. */
export function AccountChips({ account }: { account: OperatedAccount }): ReactElement | null {
  const words = operatorTexts().accounts;
  const isOff = account.disabled_at !== null;
  if (!isOff && !account.is_operator && account.has_password) return null;
  return (
    <span className="row">
      {account.is_operator && <span className="chip">{words.operates}</span>}
      {isOff && <span className="badge invalid">{words.off}</span>}
      {!account.has_password && <span className="badge unknown">{words.noPassword}</span>}
    </span>
  );
}
