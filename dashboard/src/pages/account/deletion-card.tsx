import { useState, type ReactElement } from 'react';
import { deletion, type DeletionPlan } from '../../api/people';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { AskPassword } from '../../ui/ask-password';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { formatList } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

/** The end of the account; says first what becomes of the organizations. */
export function DeletionCard(): ReactElement {
  const { set } = useSession();
  const [plan, setPlan] = useState<DeletionPlan | null>(null);
  const ask = useTask(async () => {
    setPlan(await deletion.plan());
  });
  const words = t.people.deletion;
  const namesOf = (organizations: readonly { name: string }[]): string =>
    formatList(organizations.map(({ name }) => name));
  const isBlocked = plan !== null && plan.organizations_in_the_way.length > 0;
  return (
    <Card title={words.title} isDangerous>
      <FormFault fault={ask.fault} />
      <p role="status">{isBlocked ? words.inTheWay(namesOf(plan.organizations_in_the_way)) : ''}</p>
      <div className="row">
        <Button isBusy={ask.isBusy} onClick={ask.run}>
          {words.action}
        </Button>
      </div>
      {plan !== null && !isBlocked && (
        <AskPassword
          title={words.confirmTitle}
          action={words.confirm}
          isDangerous
          onConfirm={async (password) => {
            await deletion.delete(password);
            set(null);
          }}
          onClose={() => {
            setPlan(null);
          }}
        >
          <p>{words.text}</p>
          {plan.deleted_organizations.length > 0 && <p>{words.deleted(namesOf(plan.deleted_organizations))}</p>}
          {plan.left_organizations.length > 0 && <p>{words.left(namesOf(plan.left_organizations))}</p>}
        </AskPassword>
      )}
    </Card>
  );
}
