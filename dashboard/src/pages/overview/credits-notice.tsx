import type { ReactElement } from 'react';
import type { Credits } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';

interface CreditsNoticeProps {
  credits: Credits;
  /** What somebody is about to spend. */
  needed?: number;
}

/** Where credits run out: how many are left, and what to do about it. */
export function CreditsNotice({ credits, needed = 1 }: CreditsNoticeProps): ReactElement | null {
  const { organizations, link } = useSession();
  const isLow = credits.balance < needed || (credits.warn_below !== null && credits.balance < credits.warn_below);
  if (!isLow) return null;
  const canMove = organizations.filter(({ role }) => role === 'owner').length > 1;
  const isHelpless = credits.help_text === null && credits.help_url === null && !canMove;
  return (
    <div className="notice warn">
      <div>
        <p className="strong">
          {credits.balance === 0 ? t.overview.noCredits : t.overview.fewCredits(credits.balance)}
        </p>
        {credits.help_text !== null && <p>{credits.help_text}</p>}
        {isHelpless && <p>{t.overview.askOperator}</p>}
      </div>
      <div className="row">
        {credits.help_url !== null && (
          <a className="button primary small" href={credits.help_url} target="_blank" rel="noreferrer">
            {t.overview.getCredits}
          </a>
        )}
        {canMove && (
          <a className="button quiet small" href={link('organization')}>
            {t.overview.moveCredits}
          </a>
        )}
      </div>
    </div>
  );
}
