import { useEffect, useState, type ReactElement } from 'react';
import { KNOWN_GROUPS, type KnownGroup } from '../../../../../src/feedback/known/kinds';
import { feedbackTexts } from '../../../texts/feedback';
import { Field } from '../../../ui/field';
import { Segment } from '../../../ui/segment';

export interface AddressFilter {
  search: string;
  kind: KnownGroup | '';
}

/** Typing searches after a pause, not at each letter. */
const PAUSE_MS = 300;

interface AddressFiltersProps {
  filter: AddressFilter;
  onChange: (filter: AddressFilter) => void;
}

export function AddressFilters({ filter, onChange }: AddressFiltersProps): ReactElement {
  const words = feedbackTexts().addresses;
  const [search, setSearch] = useState(filter.search);
  useEffect(() => {
    if (search.trim() === filter.search) return;
    const pause = setTimeout(() => {
      onChange({ ...filter, search: search.trim() });
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [search, filter, onChange]);
  return (
    <>
      <Field
        label={words.search}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
        }}
      />
      <Segment<KnownGroup | ''>
        label={words.kind}
        value={filter.kind}
        onChoose={(kind) => {
          onChange({ search: search.trim(), kind });
        }}
        options={[
          { value: '', name: words.all },
          ...KNOWN_GROUPS.map((value) => ({ value, name: words.kinds[value] })),
        ]}
      />
    </>
  );
}
