import type { ButtonHTMLAttributes, ReactElement, ReactNode, Ref } from 'react';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `risk` leads to a question about something that can't be undone, `danger` does it. */
  kind?: 'primary' | 'quiet' | 'risk' | 'danger';
  isSmall?: boolean;
  /** Its work runs: a second click does nothing. */
  isBusy?: boolean;
  ref?: Ref<HTMLButtonElement>;
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
