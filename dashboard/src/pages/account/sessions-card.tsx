import type { ReactElement } from 'react';
import { account } from '../../api';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { formatAgo, formatMoment } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useSession } from '../../session/session-context';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

export function SessionsCard(): ReactElement {
  const loaded = useLoaded('sessions', account.sessions);
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
    <Card title="Sessions" note="Where you are signed in. End what you don’t know.">
      <FormFault fault={end.fault ?? endAll.fault} />
      <ul className="rows">
        {loaded.data.map((session) => (
          <li key={session.id} className="rows-item">
            <div>
              <p className="strong">
                {session.client ?? 'A program'} {session.is_current && <span className="chip">this one</span>}
              </p>
              <p className="hint">
                since {formatMoment(session.created_at)} · last seen {formatAgo(session.last_seen_at)}
              </p>
            </div>
            {!session.is_current && (
              <Button
                isSmall
                aria-label={`End the session of ${session.client ?? 'a program'}`}
                onClick={() => {
                  end.run(session.id);
                }}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="row">
        <Button isBusy={endAll.isBusy} onClick={endAll.run}>
          Sign out everywhere
        </Button>
      </div>
    </Card>
  );
}
