import { useState, type ReactElement } from 'react';
import { credits, type Organization } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field, SelectField } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useTask } from '../../ui/use-task';

/** Moves credits between organizations of one's own; nothing for who owns one only. */
export function MoveCredits(): ReactElement | null {
  const { organizations } = useSession();
  const here = useOrganization();
  const own = organizations.filter(({ role }) => role === 'owner');
  const [other] = own.filter(({ id }) => id !== here.id).sort((one, two) => two.balance - one.balance);
  if (other === undefined || !own.some(({ id }) => id === here.id)) return null;
  // From where more is: an empty one has nothing to give.
  const [from, to] = other.balance > here.balance ? [other, here] : [here, other];
  return <MoveForm key={here.id} own={own} from={from.id} to={to.id} />;
}

function MoveForm({ own, ...first }: { own: readonly Organization[]; from: number; to: number }): ReactElement {
  const { refresh } = useSession();
  const [from, setFrom] = useState(first.from);
  const [to, setTo] = useState(first.to);
  const [amount, setAmount] = useState('');
  const [key, setKey] = useState(newKey);
  const [moved, setMoved] = useState('');
  const task = useTask(async () => {
    setMoved('');
    // A try whose answer got lost is asked again under the same key, and done once.
    const done = await credits.move(from, { to_organization_id: to, amount: Number(amount) }, key);
    setMoved(t.team.moved(done.amount));
    setAmount('');
    setKey(newKey());
    await refresh();
  });
  const anew = (): void => {
    setKey(newKey());
    setMoved('');
  };
  const options = own.map(({ id, name, balance }) => (
    <option key={id} value={id}>
      {t.team.nameAndCredits(name, balance)}
    </option>
  ));
  return (
    <Card title={t.team.move} note={t.team.moveNote}>
      <Form className="stack" onSubmit={task.run}>
        <div className="beside move">
          <SelectField
            label={t.team.moveFrom}
            value={from}
            onChange={(event) => {
              setFrom(Number(event.target.value));
              anew();
            }}
          >
            {options}
          </SelectField>
          <SelectField
            label={t.team.moveTo}
            value={to}
            error={task.fault?.fields['to_organization_id']}
            onChange={(event) => {
              setTo(Number(event.target.value));
              anew();
            }}
          >
            {options}
          </SelectField>
          <Field
            label={t.team.moveAmount}
            inputMode="numeric"
            value={amount}
            error={task.fault?.fields['amount']}
            onChange={(event) => {
              setAmount(event.target.value);
              anew();
            }}
          />
          <Button type="submit" isBusy={task.isBusy}>
            {t.team.moveNow}
          </Button>
        </div>
        <p role="status" className="hint">
          {moved}
        </p>
        <FormFault fault={task.fault} fields={['amount', 'to_organization_id']} />
      </Form>
    </Card>
  );
}

/** Random; `crypto.randomUUID` is not there on a page without HTTPS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
