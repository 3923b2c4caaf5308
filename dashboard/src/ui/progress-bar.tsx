import type { ReactElement } from 'react';

interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  isRunning?: boolean;
  /** A status's colour in place of the brand's. */
  tone?: 'valid' | 'risky' | 'invalid';
}

export function ProgressBar({ label, percent, isRunning, tone }: ProgressBarProps): ReactElement {
  return (
    <div
      className={isRunning === true ? 'progress running' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <div
        className={tone === undefined ? 'progress-fill' : `progress-fill ground-${tone}`}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
