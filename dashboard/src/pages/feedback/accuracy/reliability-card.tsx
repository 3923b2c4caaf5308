import type { ReactElement } from 'react';
import type { Accuracy, ReliabilityBin } from '../../../api/feedback';
import { ReliabilityChart } from '../../../charts/reliability-chart';
import { feedbackTexts } from '../../../texts/feedback';
import { Card } from '../../../ui/card';
import { formatNumber, formatPercent } from '../../../ui/format';
import { shareWithRange } from './share-with-range';

const BRIER_DIGITS = 3;

/** Whether the confidence says how likely a mail arrives: a drawing, the numbers of it, and one number for all. */
export function ReliabilityCard({ reliability }: { reliability: Accuracy['reliability'] }): ReactElement {
  const words = feedbackTexts().accuracy;
  const known = reliability.bins.filter((bin) => bin.known > 0);
  return (
    <Card title={words.reliability} note={words.reliabilityNote}>
      {reliability.brier !== null && (
        <div>
          <p className="strong">{words.brier(formatNumber(Number(reliability.brier.toFixed(BRIER_DIGITS))))}</p>
          <p className="hint">{words.brierMeaning}</p>
        </div>
      )}
      {known.length === 0 ? (
        <p className="hint">{words.noBins}</p>
      ) : (
        <div className="reliability-row">
          <ReliabilityChart bins={known} label={words.chart(known.length)} x={words.chartX} y={words.chartY} />
          <ReliabilityTable bins={known} />
        </div>
      )}
    </Card>
  );
}

function ReliabilityTable({ bins }: { bins: readonly ReliabilityBin[] }): ReactElement {
  const words = feedbackTexts().accuracy;
  return (
    <div className="table-wrap" tabIndex={0} role="region" aria-label={words.reliability}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.group}</th>
            {[words.known, words.mean, words.share].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, to, known, mean_confidence: mean, share }) => (
            <tr key={from}>
              <th scope="row">{words.range(formatPercent(from), formatPercent(to))}</th>
              <td className="number">{formatNumber(known)}</td>
              <td className="number">{mean === null ? '–' : formatPercent(mean)}</td>
              <td className="number">{share === null ? '–' : shareWithRange(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
