import { useEffect, useState, type ReactElement } from 'react';
import { Field, SelectField } from '../../ui/field';

interface Filter {
  status: string;
  name: string;
}

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
        label="Search by name"
        type="search"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      <SelectField
        label="State"
        value={filter.status}
        onChange={(event) => {
          onChange({ ...filter, status: event.target.value });
        }}
      >
        <option value="">All</option>
        <option value="pending">Waiting</option>
        <option value="processing">Checking</option>
        <option value="completed">Completed</option>
        <option value="cancelled">Cancelled</option>
      </SelectField>
    </div>
  );
}
