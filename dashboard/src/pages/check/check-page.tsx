import { useEffect, useRef, useState, type ReactElement } from 'react';
import { checks, credits, StoppedError, type CheckResult } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { Page } from '../../ui/page';
import { StatusBadge } from '../../ui/status-badge';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { explain } from '../../verdict/explain';
import { CreditsNotice } from '../overview/credits-notice';
import { HistoryCard } from './history-card';
import { Verdict } from './verdict';

const KEPT = 8;

export function CheckPage(): ReactElement {
  const { role } = useOrganization();
  if (role !== 'viewer') return <Checks />;
  return (
    <Page title={t.check.title} lead={t.faults.viewerReads}>
      <HistoryCard asked={null} />
    </Page>
  );
}

function Checks(): ReactElement {
  const { id } = useOrganization();
  const { refresh } = useSession();
  const [email, setEmail] = useState('');
  const [results, setResults] = useState<CheckResult[]>([]);
  /** The one of them that is looked at; null: none, a new question has begun or failed. */
  const [shown, setShown] = useState<CheckResult | null>(null);
  const { data: price, reload: reloadPrice } = useLoaded(`${id} price`, () => credits.read(id));
  const stop = useRef<AbortController | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const earlier = results.filter((result) => result !== shown);
  const task = useTask(async (address: string) => {
    setShown(null);
    stop.current = new AbortController();
    const result = await checks.check(id, address.trim(), stop.current.signal).finally(() => void reloadPrice());
    setResults((old) => [result, ...old.filter((other) => other.email !== result.email)].slice(0, KEPT + 1));
    setShown(result);
    await refresh();
  });
  useEffect(
    () => () => {
      stop.current?.abort();
    },
    [],
  );
  const check = (address: string): void => {
    // The button goes with its card: the field is where the question now stands.
    field.current?.focus();
    setEmail(address);
    task.run(address);
  };
  const isWorking = task.isBusy && shown === null;
  return (
    <Page title={t.check.title} lead={t.check.lead(price?.cache_hours ?? null)}>
      {price !== null && <CreditsNotice credits={price} />}
      <Form
        className="check-form"
        onSubmit={() => {
          task.run(email);
        }}
      >
        <Field
          ref={field}
          label={t.common.emailAddress}
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
        <Button kind="primary" type="submit" isBusy={isWorking}>
          {isWorking ? t.check.checking : t.check.check}
        </Button>
      </Form>
      {task.fault instanceof StoppedError ? (
        <p className="hint">{t.check.stopped}</p>
      ) : (
        <FormFault fault={task.fault} fields={['email']} />
      )}
      <div className={isWorking ? 'row' : 'visually-hidden'}>
        <p role="status" className="working">
          {isWorking ? t.check.working : shown === null ? '' : announcement(shown)}
        </p>
        {isWorking && (
          <Button
            isSmall
            onClick={() => {
              stop.current?.abort();
            }}
          >
            {t.check.stop}
          </Button>
        )}
      </div>
      {shown !== null && <Verdict key={shown.email} result={shown} heading={heading} onCheck={check} />}
      {earlier.length > 0 && !isWorking && (
        <Card title={t.check.recent}>
          <ul className="rows">
            {earlier.map((result) => (
              <li key={result.email} className="rows-item">
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    setEmail(result.email);
                    task.clear();
                    setShown(result);
                    // The card is far above, and is another one by then.
                    requestAnimationFrame(() => {
                      heading.current?.focus();
                      window.scrollTo(0, 0);
                    });
                  }}
                >
                  {result.email}
                </button>
                <StatusBadge status={result.status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <HistoryCard asked={shown} />
    </Page>
  );
}

function announcement(result: CheckResult): string {
  return t.check.announce(result.email, t.verdict.statuses[result.status].name, explain(result).headline);
}
