import type { ReactElement, ReactNode } from 'react';

interface FormProps {
  className?: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form that stays on its page: the browser neither checks nor sends it. */
export function Form({ className, onSubmit, children }: FormProps): ReactElement {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
