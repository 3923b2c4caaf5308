import type { ReactElement, ReactNode } from 'react';

interface ChoiceProps {
  /** The name that all answers to one question have. */
  group: string;
  isChosen: boolean;
  hint?: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}

/** One of several answers. */
export function Choice({ group, isChosen, hint, onChoose, children }: ChoiceProps): ReactElement {
  return (
    <label className="check-box">
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
      <span>
        <span className="strong">{children}</span>
        {hint !== undefined && <span className="hint block">{hint}</span>}
      </span>
    </label>
  );
}
