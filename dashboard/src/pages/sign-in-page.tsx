import { useState, type ReactElement } from 'react';
import { account, type SignedIn } from '../api';
import type { Route } from '../router';
import { isKnownBrowser } from '../session/current-organization';
import { t } from '../texts';
import { Brand } from '../ui/brand';
import { Button } from '../ui/button';
import { CodeField, needsCode } from '../ui/code-field';
import { Field } from '../ui/field';
import { Form } from '../ui/form';
import { FormFault } from '../ui/form-fault';
import { Page } from '../ui/page';
import { PasswordField } from '../ui/password-field';
import { toFault, useTask } from '../ui/use-task';

/** As the service has it (`src/sessions/password-rules.ts`), which has the last word. */
export const LEAST_PASSWORD = 10;

interface SignInPageProps {
  route: Route;
  onSignedIn: (signedIn: SignedIn) => void;
}

/** Sign in and sign up: the same form, with one field more. */
export function SignInPage({ route, onSignedIn }: SignInPageProps): ReactElement {
  const isNew = route.page === 'sign-up';
  const isInvited = route.page === 'invitation';
  /** What somebody who was invited has chosen; null: nothing yet. */
  const [isSigningUp, setSigningUp] = useState<boolean | null>(null);
  const [email, setEmail] = useState('');
  // Most who follow an invitation have no account yet.
  const asNew = isInvited ? (isSigningUp ?? !isKnownBrowser()) : isNew;
  const other = asNew ? t.signIn.signIn : t.signIn.toSignUp;
  return (
    <main className="gate">
      <Brand />
      <div className="gate-card" key={String(asNew)}>
        <Page
          title={asNew ? t.signIn.titleNew : t.signIn.title}
          lead={isInvited ? t.signIn.leadInvited : t.signIn.lead}
        >
          <SignInForm
            isNew={asNew}
            invitation={isInvited ? route.rest : null}
            email={email}
            onEmail={setEmail}
            onSignedIn={onSignedIn}
          />
          {!asNew && (
            <p className="gate-other">
              <a href="#/forgotten">{t.people.forgotten.link}</a>
            </p>
          )}
          <p className="gate-other">
            {asNew ? t.signIn.haveAccount : t.signIn.isNew}{' '}
            {isInvited ? (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setSigningUp(!asNew);
                }}
              >
                {other}
              </button>
            ) : (
              <a href={asNew ? '#/sign-in' : '#/sign-up'}>{other}</a>
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
  /** Kept when somebody goes over to the other form. */
  email: string;
  onEmail: (email: string) => void;
  onSignedIn: (signedIn: SignedIn) => void;
}

function SignInForm({ isNew, invitation, email, onEmail, onSignedIn }: SignInFormProps): ReactElement {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [hasCode, setHasCode] = useState(false);
  const task = useTask(async () => {
    const credentials = { email: email.trim(), password };
    const named = name.trim() === '' ? credentials : { ...credentials, name: name.trim() };
    const invited = invitation === null ? named : { ...named, invitation };
    if (isNew) {
      onSignedIn(await account.signUp(invited));
      return;
    }
    try {
      onSignedIn(await account.signIn(hasCode ? { ...credentials, code: code.trim() } : credentials));
    } catch (error) {
      setHasCode(hasCode || needsCode(toFault(error)));
      throw error;
    }
  });
  const fault = needsCode(task.fault) ? null : task.fault;
  const fields = task.fault?.fields ?? {};
  return (
    <Form className="stack" onSubmit={task.run}>
      <FormFault fault={fault} fields={['email', 'password', 'name', 'code']} />
      {isNew && (
        <Field
          label={t.signIn.yourName}
          value={name}
          autoComplete="name"
          error={fields['name']}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
      )}
      <Field
        label={t.common.emailAddress}
        type="email"
        value={email}
        autoComplete="username"
        inputMode="email"
        error={fields['email']}
        onChange={(event) => {
          onEmail(event.target.value);
        }}
      />
      <PasswordField
        label={t.common.password}
        value={password}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        hint={isNew ? t.signIn.passwordHint(LEAST_PASSWORD) : undefined}
        error={fields['password']}
        onChange={(event) => {
          setPassword(event.target.value);
        }}
      />
      {hasCode && !isNew && <CodeField value={code} fault={task.fault} onChange={setCode} />}
      <Button kind="primary" type="submit" isBusy={task.isBusy}>
        {isNew ? t.signIn.signUp : t.signIn.signIn}
      </Button>
    </Form>
  );
}
