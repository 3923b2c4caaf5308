import type { ReactElement } from 'react';

interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  isRunning?: boolean;
}

export function ProgressBar({ label, percent, isRunning }: ProgressBarProps): ReactElement {
  return (
    <div
      className={isRunning === true ? 'progress running' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <div className="progress-fill" style={{ width: `${percent}%` }} />
    </div>
  );
}
