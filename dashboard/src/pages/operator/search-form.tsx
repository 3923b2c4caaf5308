import { useState, type ReactElement } from 'react';
import { setQuery } from '../../router';
import { operatorTexts } from '../../texts/operator';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';

/** Searches when it is sent, not at each letter; what is searched stands in the address. */
export function SearchForm({ label, search }: { label: string; search: string }): ReactElement {
  const [text, setText] = useState(search);
  return (
    <Form
      onSubmit={() => {
        setQuery({ search: text.trim() });
      }}
    >
      <div className="beside">
        <Field
          label={label}
          type="search"
          autoComplete="off"
          maxLength={255}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <Button type="submit">{operatorTexts().search}</Button>
      </div>
    </Form>
  );
}
