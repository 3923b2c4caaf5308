import type { ReactElement } from 'react';
import { operatorTexts } from '../../texts/operator';
import { Field } from '../../ui/field';
import { MOST_CREDITS } from './whole-number';

interface WholeNumberFieldProps {
  label: string;
  value: string;
  /** The least that is taken. */
  least: number;
  isWrong: boolean;
  onChange: (text: string) => void;
}

/** Takes a number of credits, as `wholeNumber` reads it. */
export function WholeNumberField({ label, value, least, isWrong, onChange }: WholeNumberFieldProps): ReactElement {
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={isWrong ? operatorTexts().wholeNumber(least, MOST_CREDITS) : undefined}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}
