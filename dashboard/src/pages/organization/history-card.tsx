import { useState, type ReactElement } from 'react';
import { checks } from '../../api';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Confirm } from '../../ui/confirm';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';

/** Whether single checks are kept: switching it off deletes them, and is asked for. */
export function HistorySwitch(): ReactElement | null {
  const { id } = useOrganization();
  const { data, reload } = useLoaded(String(id), () => checks.history(id, '', null));
  const [isAsked, setAsked] = useState(false);
  const keep = useTask(async () => {
    await checks.keepHistory(id, true);
    await reload();
  });
  if (data === null) return null;
  return (
    <Card title={t.history.title} note={data.is_kept ? t.history.isOn : t.history.off}>
      <div className="row">
        {data.is_kept ? (
          <Button
            kind="risk"
            onClick={() => {
              setAsked(true);
            }}
          >
            {t.history.switchOff}
          </Button>
        ) : (
          <Button isBusy={keep.isBusy} onClick={keep.run}>
            {t.history.switchOn}
          </Button>
        )}
      </div>
      <FormFault fault={keep.fault} />
      {isAsked && (
        <Confirm
          title={t.history.askOff}
          action={t.history.deleteAndSwitchOff}
          onClose={() => {
            setAsked(false);
          }}
          onConfirm={async () => {
            await checks.keepHistory(id, false);
            setAsked(false);
            await reload();
          }}
        >
          <p>{t.history.askOffHint}</p>
        </Confirm>
      )}
    </Card>
  );
}
