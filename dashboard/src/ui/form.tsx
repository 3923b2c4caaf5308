import type { ReactElement, ReactNode } from 'react';

interface FormProps {
  className?: string;
  onSubmit: () => void;
  /** Somebody goes on to something else on the page. */
  onLeave?: () => void;
  children: ReactNode;
}

/** A form that stays on its page: the browser neither checks nor sends it. */
export function Form({ className, onSubmit, onLeave, children }: FormProps): ReactElement {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave?.();
      }}
    >
      {children}
    </form>
  );
}
