import { useState, type ReactElement } from 'react';
import { account, type SignedIn } from '../api';
import type { Route } from '../router';
import { Brand } from '../ui/brand';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { Page } from '../ui/page';
import { useTask } from '../ui/use-task';

interface SignInPageProps {
  route: Route;
  onSignedIn: (signedIn: SignedIn) => void;
}

/** Sign in and sign up: the same form, with one field more. */
export function SignInPage({ route, onSignedIn }: SignInPageProps): ReactElement {
  const isNew = route.page === 'sign-up';
  const isInvited = route.page === 'invitation';
  const [isSigningUp, setSigningUp] = useState(false);
  const asNew = isInvited ? isSigningUp : isNew;
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card" key={String(asNew)}>
        <Page
          title={asNew ? 'Create an account' : 'Sign in'}
          lead={
            isInvited
              ? 'You were invited to an organization. Use the e-mail address that the invitation was made for.'
              : 'Know which addresses take mail before you send.'
          }
        >
          <SignInForm isNew={asNew} invitation={isInvited ? route.rest : null} onSignedIn={onSignedIn} />
          <p className="gate-other">
            {asNew ? 'You have an account?' : 'New here?'}{' '}
            {isInvited ? (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setSigningUp(!asNew);
                }}
              >
                {asNew ? 'Sign in' : 'Create an account'}
              </button>
            ) : (
              <a href={asNew ? '#/sign-in' : '#/sign-up'}>{asNew ? 'Sign in' : 'Create an account'}</a>
            )}
          </p>
        </Page>
      </div>
    </main>
  );
}

interface SignInFormProps {
  isNew: boolean;
  /** The secret of the invitation that led here. */
  invitation: string | null;
  onSignedIn: (signedIn: SignedIn) => void;
}

function SignInForm({ isNew, invitation, onSignedIn }: SignInFormProps): ReactElement {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const task = useTask(async () => {
    const credentials = { email: email.trim(), password };
    const named = name.trim() === '' ? credentials : { ...credentials, name: name.trim() };
    const invited = invitation === null ? named : { ...named, invitation };
    onSignedIn(isNew ? await account.signUp(invited) : await account.signIn(credentials));
  });
  const fields = task.fault?.fields ?? {};
  return (
    <Form className="stack" onSubmit={task.run}>
      <FormFault fault={task.fault} fields={['email', 'password', 'name']} />
      {isNew && (
        <Field
          label="Your name (optional)"
          value={name}
          autoComplete="name"
          error={fields['name']}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
      )}
      <Field
        label="E-mail address"
        type="email"
        value={email}
        autoComplete="username"
        inputMode="email"
        error={fields['email']}
        onChange={(event) => {
          setEmail(event.target.value);
        }}
      />
      <Field
        label="Password"
        type="password"
        value={password}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        hint={isNew ? 'A few words in a row are strong and easy to remember.' : undefined}
        error={fields['password']}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      <Button kind="primary" type="submit" isBusy={task.isBusy}>
        {isNew ? 'Create the account' : 'Sign in'}
      </Button>
    </Form>
  );
}
