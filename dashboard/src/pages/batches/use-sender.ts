import type { Actor } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { nameOf } from '../../ui/name-of';

/** Words for who sent a list: none where nobody noted it. */
export function useSender(): (by: Actor | null) => string[] {
  const { account } = useSession();
  return (by) => {
    if (by === null) return [];
    const isMine = by.account_id === account.id && by.token_id === null;
    return [isMine ? t.list.byYou : t.list.by(nameOf(by))];
  };
}
