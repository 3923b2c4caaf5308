import type { ReactElement } from 'react';
import type { ImportedRows } from '../../../api/feedback';
import { feedbackTexts } from '../../../texts/feedback';
import { formatNumber } from '../../../ui/format';
import { rowFault } from './row-fault';

/** How many rows were taken, and what is wrong with the others. */
export function ImportResult({ result }: { result: ImportedRows }): ReactElement {
  const words = feedbackTexts().import;
  const { eventTypes } = feedbackTexts();
  const { rows, accepted, duplicates, events, rejected_count: faulty, rejected } = result;
  const kinds = (Object.keys(events) as (keyof typeof events)[]).filter((type) => events[type] > 0);
  const more = faulty - rejected.length;
  return (
    <>
      <p className={faulty === 0 ? 'notice good' : 'notice'}>{words.done(accepted, duplicates, rows)}</p>
      {kinds.length > 0 && (
        <p className="hint">{kinds.map((type) => `${eventTypes[type]}: ${formatNumber(events[type])}`).join(' · ')}</p>
      )}
      {events.unknown > 0 && <p className="hint">{words.notClear(events.unknown)}</p>}
      {faulty > 0 && (
        <>
          <p>{words.rejected(faulty)}</p>
          <div className="table-wrap" tabIndex={0} role="region" aria-label={words.rejected(faulty)}>
            <table>
              <thead>
                <tr>
                  <th scope="col" className="number">
                    {words.line}
                  </th>
                  <th scope="col">{words.what}</th>
                </tr>
              </thead>
              <tbody>
                {rejected.map(({ line, message }) => (
                  <tr key={line}>
                    <th scope="row" className="number">
                      {formatNumber(line)}
                    </th>
                    <td>{rowFault(message)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {more > 0 && <p className="hint">{words.more(more)}</p>}
        </>
      )}
    </>
  );
}
