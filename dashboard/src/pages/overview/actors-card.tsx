import type { ReactElement } from 'react';
import { credits } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Card } from '../../ui/card';
import { formatNumber } from '../../ui/format';
import { nameOf } from '../../ui/name-of';
import { useLoaded } from '../../ui/use-loaded';

/** Who used how much; nothing while nobody did. */
export function ActorsCard({ days }: { days: number }): ReactElement | null {
  const { id } = useOrganization();
  const { data } = useLoaded(`${id}/${days}`, () => credits.actors(id, days));
  if (data === null || data.actors.length === 0) return null;
  return (
    <Card title={t.overview.byWhom} note={t.overview.byWhomNote(days)}>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={t.overview.byWhom}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.overview.who}</th>
              <th scope="col" className="number">
                {t.overview.singleChecks}
              </th>
              <th scope="col" className="number">
                {t.overview.rowsOfLists}
              </th>
              <th scope="col" className="number">
                {t.overview.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.actors.map((actor) => (
              <tr key={`${actor.account_id ?? ''}/${actor.token_id ?? ''}`}>
                <th scope="row">{nameOf(actor)}</th>
                <td className="number">{formatNumber(actor.checks)}</td>
                <td className="number">{formatNumber(actor.rows)}</td>
                <td className="number">{formatNumber(actor.credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
