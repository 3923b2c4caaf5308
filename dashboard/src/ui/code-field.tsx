import type { ReactElement } from 'react';
import type { ApiError } from '../api';
import { t } from '../texts';
import { Field } from './field';

/** Signing in to this account takes a code of an app too. */
export const needsCode = (fault: ApiError | null): boolean => fault?.refusal === 'Code needed';

interface CodeFieldProps {
  value: string;
  fault: ApiError | null;
  onChange: (code: string) => void;
}

/** The code of the second factor. */
export function CodeField({ value, fault, onChange }: CodeFieldProps): ReactElement {
  return (
    <Field
      label={t.people.code.label}
      hint={t.people.code.hint}
      value={value}
      autoComplete="one-time-code"
      error={fault?.fields['code']}
      autoFocus
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
