import { useEffect, useState, type ReactElement } from 'react';
import { t } from '../../texts';
import { Field, SelectField } from '../../ui/field';

export interface Filter {
  status: string;
  name: string;
}

const STATES = ['pending', 'processing', 'completed', 'cancelled'] as const;

/** Typing searches after a pause, not at each letter. */
const PAUSE_MS = 300;

export function BatchFilters({
  filter,
  onChange,
}: {
  filter: Filter;
  onChange: (filter: Filter) => void;
}): ReactElement {
  const [name, setName] = useState(filter.name);
  useEffect(() => {
    if (name === filter.name) return;
    const pause = setTimeout(() => {
      onChange({ ...filter, name });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [name, filter, onChange]);
  return (
    <div className="filters">
      <Field
        label={t.lists.search}
        type="search"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      <SelectField
        label={t.lists.state}
        value={filter.status}
        onChange={(event) => {
          onChange({ ...filter, status: event.target.value });
        }}
      >
        <option value="">{t.lists.all}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {t.lists.states[state]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
