import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  kind?: 'primary' | 'quiet' | 'danger';
  isSmall?: boolean;
  /** Its work runs: a second click does nothing. */
  isBusy?: boolean;
  children: ReactNode;
}

export function Button({ kind = 'quiet', isSmall, isBusy, children, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${kind}${isSmall === true ? ' small' : ''}`}
      aria-disabled={isBusy === true ? true : undefined}
      aria-busy={isBusy === true ? true : undefined}
    >
      {children}
    </button>
  );
}
