import type { ReactElement } from 'react';
import { account } from '../../api';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { clientName } from '../../ui/client-name';
import { formatAgo, formatMoment } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

/** @param version loads anew when it changes: something has ended sessions */
export function SessionsCard({ version }: { version: number }): ReactElement {
  const loaded = useLoaded(String(version), account.sessions);
  const end = useTask(async (id: number | string) => {
    await account.endSession(id);
    await loaded.reload();
  });
  const { set } = useSession();
  const endAll = useTask(async () => {
    await account.signOutEverywhere();
    set(null);
  });
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  return (
    <Card title={t.account.sessions} note={t.account.sessionsNote}>
      <FormFault fault={end.fault ?? endAll.fault} />
      <ul className="rows">
        {loaded.data.map((session) => (
          <li key={session.id} className="rows-item">
            <div>
              <p className="strong">
                {clientName(session.client)} {session.is_current && <span className="chip">{t.account.thisOne}</span>}
              </p>
              <p className="hint">
                {t.account.since(formatMoment(session.created_at), formatAgo(session.last_seen_at))}
              </p>
            </div>
            {!session.is_current && (
              <Button
                isSmall
                aria-label={t.account.endOne(clientName(session.client))}
                onClick={() => {
                  end.run(session.id);
                }}
              >
                {t.account.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button isBusy={endAll.isBusy} onClick={endAll.run}>
          {t.account.signOutEverywhere}
        </Button>
      </div>
    </Card>
  );
}
