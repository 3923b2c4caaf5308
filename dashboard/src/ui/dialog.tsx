import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  /** Nothing of the page behind it is to be seen. */
  isCurtain?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, closes by Escape and gives the focus back. */
export function Dialog({ title, isCurtain = false, onClose, children }: DialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // Not what is only to be read, which may stand before it.
    element?.querySelector<HTMLElement>('input:read-write, textarea')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} className={isCurtain ? 'dialog curtain' : 'dialog'} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
