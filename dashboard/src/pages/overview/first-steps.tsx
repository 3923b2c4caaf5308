import { useState, type ReactElement } from 'react';
import { batches, organizations, tokens } from '../../api';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import { useLoaded } from '../../ui/use-loaded';

/** Of what this browser keeps: that the docs were opened, and where the card was closed. */
const DOCS_READ = 'first-steps:docs';
const closedKey = (id: number): string => `first-steps:closed:${id}`;

/**
 * What a newcomer may try, ticked as it is done; gone once all is, or when it is closed.
 * @param hasChecked something was checked here
 */
export function FirstSteps({ hasChecked }: { hasChecked: boolean }): ReactElement | null {
  const { id, role } = useOrganization();
  const { link } = useSession();
  const [isClosed, setClosed] = useState(() => window.localStorage.getItem(closedKey(id)) !== null);
  const [hasRead, setRead] = useState(() => window.localStorage.getItem(DOCS_READ) !== null);
  const { data } = useLoaded(`${id}/${String(isClosed)}`, () => (isClosed ? Promise.resolve(null) : lookAround(id)));
  if (isClosed || data === null || role === 'viewer') return null;
  const steps = [
    { name: t.firstSteps.check, href: link('check'), isDone: hasChecked },
    { name: t.firstSteps.list, href: link('batches'), isDone: data.hasList },
    { name: t.firstSteps.token, href: link('tokens'), isDone: data.hasToken },
    { name: t.firstSteps.docs, href: '/docs', isDone: hasRead },
    ...(role === 'member' ? [] : [{ name: t.firstSteps.invite, href: link('organization'), isDone: data.hasMembers }]),
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Card
      title={t.firstSteps.title}
      note={t.firstSteps.done(done, steps.length)}
      actions={
        <Button
          isSmall
          onClick={() => {
            window.localStorage.setItem(closedKey(id), '1');
            setClosed(true);
          }}
        >
          {t.firstSteps.close}
        </Button>
      }
    >
      <ol className="steps">
        {steps.map(({ name, href, isDone }) => (
          <li key={name} className={isDone ? 'step done' : 'step'}>
            <span className="step-mark">{isDone && <Icon name="valid" />}</span>
            <span>
              <a
                href={href}
                onClick={() => {
                  if (href !== '/docs') return;
                  window.localStorage.setItem(DOCS_READ, '1');
                  setRead(true);
                }}
              >
                {name}
              </a>
              {isDone && <span className="visually-hidden"> {t.firstSteps.isDone}</span>}
              {name === t.firstSteps.list && (
                <span className="hint block">
                  <a href="sample-list.csv" download>
                    {t.firstSteps.sample}
                  </a>{' '}
                  {t.firstSteps.sampleHint}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

async function lookAround(id: number): Promise<{ hasList: boolean; hasToken: boolean; hasMembers: boolean }> {
  const [lists, mine, members] = await Promise.all([
    batches.list(id, { before: null, status: '', name: '' }),
    tokens.list(),
    organizations.members(id),
  ]);
  return { hasList: lists.batches.length > 0, hasToken: mine.length > 0, hasMembers: members.length > 1 };
}
