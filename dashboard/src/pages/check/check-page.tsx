import { useState, type ReactElement } from 'react';
import { checks, type CheckResult } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { Page } from '../../ui/page';
import { StatusBadge } from '../../ui/status-badge';
import { useTask } from '../../ui/use-task';
import { Verdict } from './verdict';

const KEPT = 8;

export function CheckPage(): ReactElement {
  const { id } = useOrganization();
  const { refresh } = useSession();
  const [email, setEmail] = useState('');
  const [results, setResults] = useState<CheckResult[]>([]);
  const [shown, ...earlier] = results;
  const task = useTask(async (address: string) => {
    const result = await checks.check(id, address.trim());
    setResults((old) => [result, ...old.filter((other) => other.email !== result.email)].slice(0, KEPT));
    await refresh();
  });
  const check = (address: string): void => {
    setEmail(address);
    task.run(address);
  };
  return (
    <Page title="Check an address" lead="One credit for each check; the same address again within a day is free.">
      <Form
        className="check-form"
        onSubmit={() => {
          task.run(email);
        }}
      >
        <Field
          label="E-mail address"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="someone@example.org"
          value={email}
          error={task.fault?.fields['email']}
          onChange={(event) => {
            setEmail(event.target.value);
            task.clear();
          }}
        />
        <Button kind="primary" type="submit" isBusy={task.isBusy}>
          {task.isBusy ? 'Asking …' : 'Check'}
        </Button>
      </Form>
      <FormFault fault={task.fault} fields={['email']} />
      <p role="status" className={task.isBusy ? 'working' : 'visually-hidden'}>
        {task.isBusy ? 'Asking the mail server. Some take up to 20 seconds to answer.' : ''}
      </p>
      {shown !== undefined && !task.isBusy && <Verdict key={shown.email} result={shown} onCheck={check} />}
      {earlier.length > 0 && !task.isBusy && (
        <section className="card">
          <h2>Before that</h2>
          <ul className="rows">
            {earlier.map((result) => (
              <li key={result.email} className="rows-item">
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    setResults([result, ...results.filter((other) => other !== result)]);
                  }}
                >
                  {result.email}
                </button>
                <StatusBadge status={result.status} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  );
}
