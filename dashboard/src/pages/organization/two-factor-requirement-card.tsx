import type { ReactElement } from 'react';
import { twoFactor } from '../../api/people';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';

/** Whether everybody needs a second factor here; for owners. */
export function TwoFactorRequirementCard(): ReactElement {
  const { id } = useOrganization();
  const loaded = useLoaded(String(id), () => twoFactor.isRequired(id));
  const change = useTask(async (required: boolean) => {
    await twoFactor.require(id, required);
    await loaded.reload();
  });
  const words = t.people.twoFactor;
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  const isRequired = loaded.data;
  return (
    <Card title={words.requireTitle} note={words.requireNote}>
      <p role="status">{isRequired ? words.isRequired : words.isNotRequired}</p>
      <FormFault fault={change.fault} />
      <div className="row">
        <Button
          isBusy={change.isBusy}
          onClick={() => {
            change.run(!isRequired);
          }}
        >
          {isRequired ? words.requireNot : words.require}
        </Button>
      </div>
    </Card>
  );
}
