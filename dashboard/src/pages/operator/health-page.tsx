import type { ReactElement } from 'react';
import { operator, type ServiceHealth } from '../../api/operator';
import { operatorTexts } from '../../texts/operator';
import { PROVIDER_NAMES } from '../../texts/provider-names';
import { Card } from '../../ui/card';
import { formatAgo, formatMoment, formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { useLoaded } from '../../ui/use-loaded';
import { Waiting } from '../../ui/waiting';
import { useEvery } from '../../ui/use-every';
import { Facts } from './facts';

const POLL_MS = 5000;

/** How the service is, kept up to date. */
export function HealthPage(): ReactElement {
  const words = operatorTexts().health;
  const loaded = useLoaded('', operator.health);
  useEvery(POLL_MS, loaded.reload);
  return (
    <Page title={words.title} lead={words.lead}>
      {loaded.data === null || loaded.fault !== null ? (
        <Waiting loaded={loaded} />
      ) : (
        <HealthCards health={loaded.data} />
      )}
    </Page>
  );
}

function HealthCards({ health }: { health: ServiceHealth }): ReactElement {
  const words = operatorTexts().health;
  const { egress_fault: egressFault, waiting_jobs: waiting, maintained_at: maintainedAt } = health;
  const state = (isGood: boolean, text: string): ReactElement => (
    <span className={`badge ${isGood ? 'valid' : 'invalid'} whole`}>{text}</span>
  );
  return (
    <>
      <div className="tiles">
        <Tile title={words.openBatches} value={formatNumber(health.open_batches)} />
        <Tile title={words.openRows} value={formatNumber(health.open_rows)} />
        <Tile title={words.waitingJobs} value={waiting === null ? '–' : formatNumber(waiting)} />
      </div>
      {health.warnings.length > 0 && (
        <Card title={words.warnings} note={words.warningsNote}>
          <ul className="rows" lang="en">
            {health.warnings.map((warning) => (
              <li key={warning} className="rows-item">
                <p>{warning}</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={words.parts} note={words.partsNote}>
        <p role="status">{state(health.is_ready, health.is_ready ? words.isReady : words.isNotReady)}</p>
        <Facts
          facts={[
            ...Object.entries(health.parts).map(
              ([name, said]) =>
                [words.partNames[name] ?? name, state(said === 'up', said === 'up' ? words.works : said)] as const,
            ),
            [words.dns, state(!health.is_dns_down, health.is_dns_down ? words.dnsDown : words.works)],
            [
              words.mailHosts,
              health.is_probing
                ? state(egressFault === null, words.egress[egressFault ?? 'none'])
                : state(false, words.notProbing),
            ],
          ]}
        />
      </Card>
      <Card title={words.refusals} note={words.refusalsNote}>
        {health.refusals.length === 0 ? (
          <p className="hint">{words.noRefusals}</p>
        ) : (
          <ul className="rows">
            {health.refusals.map(({ key, outcome, text, paused_until: until }) => (
              <li key={key} className="rows-item roomy">
                <div>
                  <p className="strong">{PROVIDER_NAMES[key] ?? key}</p>
                  {text !== null && <p className="hint">{words.said(text)}</p>}
                  <p className="hint">{words.until(formatMoment(until))}</p>
                </div>
                <span className={`badge ${outcome === 'throttled' ? 'risky' : 'invalid'}`}>
                  {words.outcomes[outcome]}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={words.shared} note={words.sharedNote}>
        <Facts
          facts={[
            [words.queue, waiting === null ? state(false, words.queueAway) : words.jobsWait(waiting)],
            [
              words.maintenance,
              maintainedAt === null
                ? words.neverMaintained
                : words.maintained(formatAgo(maintainedAt), formatMoment(maintainedAt)),
            ],
          ]}
        />
      </Card>
    </>
  );
}

function Tile({ title, value }: { title: string; value: string }): ReactElement {
  return (
    <div className="tile">
      <h2>{title}</h2>
      <p className="tile-value">{value}</p>
    </div>
  );
}
