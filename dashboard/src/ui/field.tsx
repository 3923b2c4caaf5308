import {
  useId,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
} from 'react';

interface Around {
  label: string;
  /** What to know before filling it in. */
  hint?: ReactNode;
  /** The sentence that says what is wrong with it. */
  error?: string | undefined;
  /** Stands beside what is typed. */
  aside?: ReactNode;
}

/** A text field with its label, hint and error, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  aside,
  ...input
}: Around & Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { ref?: Ref<HTMLInputElement> }): ReactElement {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      {aside === undefined ? (
        <input {...input} {...described(id, hint, error)} className="input" />
      ) : (
        <div className="input-with">
          <input {...input} {...described(id, hint, error)} className="input" />
          {aside}
        </div>
      )}
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...select
}: Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>): ReactElement {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} error={error}>
      <select {...select} {...described(id, hint, error)} className="input">
        {children}
      </select>
    </Frame>
  );
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return {
    id,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'aria-invalid': error === undefined ? undefined : true,
  };
}

function Frame({ id, label, hint, error, children }: Around & { id: string; children: ReactNode }): ReactElement {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}
