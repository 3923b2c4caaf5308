import { useState, type ComponentProps, type ReactElement } from 'react';
import { t } from '../texts';
import { Button } from './button';
import { Field } from './field';

/** A password, hidden until somebody wants to see what is typed. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'aside'>): ReactElement {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      aside={
        <Button
          isSmall
          aria-pressed={isShown}
          onClick={() => {
            setShown(!isShown);
          }}
        >
          {isShown ? t.people.password.hide : t.people.password.show}
          <span className="visually-hidden">{t.people.password.what}</span>
        </Button>
      }
    />
  );
}
