import type { ReactElement, ReactNode } from 'react';

interface CheckBoxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function CheckBox({ checked, onChange, children }: CheckBoxProps): ReactElement {
  return (
    <label className="check-box">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <span>{children}</span>
    </label>
  );
}
