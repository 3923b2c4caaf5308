import type { ReactElement } from 'react';

interface SegmentProps<Value extends string | number> {
  label: string;
  options: readonly { value: Value; name: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A choice of a few as buttons: unlike a select it does nothing at the press of an arrow. */
export function Segment<Value extends string | number>({
  label,
  options,
  value,
  onChoose,
}: SegmentProps<Value>): ReactElement {
  return (
    <div className="segment" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="button quiet small"
          aria-pressed={option.value === value}
          onClick={() => {
            onChoose(option.value);
          }}
        >
          {option.name}
        </button>
      ))}
    </div>
  );
}
