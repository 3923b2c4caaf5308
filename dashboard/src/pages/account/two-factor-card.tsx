import { lazy, Suspense, useState, type ReactElement } from 'react';
import { twoFactor } from '../../api/people';
import { t } from '../../texts';
import { AskPassword } from '../../ui/ask-password';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { CodeField } from '../../ui/code-field';
import { CopyButton } from '../../ui/copy-button';
import { Form } from '../../ui/form';
import { FormFault } from '../../ui/form-fault';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';
import { RecoveryCodes } from './recovery-codes';

/** Fetched when somebody sets it up: nobody else needs it. */
const QrCode = lazy(async () => ({ default: (await import('../../ui/qr-code')).QrCode }));

type Asked = 'begin' | 'renew' | 'turnOff';

/**
 * The second factor: set up by a picture and a first code, with recovery codes that are shown once.
 * @param onDone called when it is on or off, and no codes are to be seen any more
 */
export function TwoFactorCard({ onDone }: { onDone: () => void }): ReactElement {
  const loaded = useLoaded('two-factor', twoFactor.read);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [code, setCode] = useState('');
  const words = t.people.twoFactor;
  const confirm = useTask(async () => {
    const { recovery_codes: made } = await twoFactor.confirm(code);
    setCode('');
    setBegun(null);
    setCodes(made);
    await loaded.reload();
  });
  if (loaded.data === null) return <Waiting loaded={loaded} />;
  const { is_on: isOn, recovery_codes_left: left } = loaded.data;
  const done = async (password: string): Promise<void> => {
    if (asked === 'begin') setBegun(await twoFactor.begin(password));
    else if (asked === 'renew') setCodes((await twoFactor.renew(password)).recovery_codes);
    else {
      await twoFactor.turnOff(password);
      setCodes(null);
      onDone();
    }
    setAsked(null);
    await loaded.reload();
  };
  const titles: Record<Asked, string> = { begin: words.title, renew: words.renewTitle, turnOff: words.turnOffTitle };
  const texts: Record<Asked, string> = { begin: words.note, renew: words.renewText, turnOff: words.turnOffText };
  const actions: Record<Asked, string> = { begin: words.begin, renew: words.renew, turnOff: words.turnOff };
  const button = (what: Asked): ReactElement => (
    <Button
      onClick={() => {
        setAsked(what);
      }}
    >
      {actions[what]}
    </Button>
  );
  return (
    <Card title={words.title} note={words.note}>
      <p role="status">{isOn ? words.on(left) : words.off}</p>
      {begun !== null && (
        <Form className="stack" onSubmit={confirm.run}>
          <p>{words.scan}</p>
          <Suspense fallback={<div className="qr-code" />}>
            <QrCode text={begun.uri} label={words.picture} />
          </Suspense>
          <div className="secret">
            <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={words.key}>
              {begun.secret}
            </code>
            <CopyButton text={begun.secret} />
          </div>
          <CodeField value={code} fault={confirm.fault} onChange={setCode} />
          <FormFault fault={confirm.fault} fields={['code']} />
          <div className="row">
            <Button kind="primary" type="submit" isBusy={confirm.isBusy}>
              {words.confirm}
            </Button>
            <Button
              onClick={() => {
                setBegun(null);
              }}
            >
              {t.common.cancel}
            </Button>
          </div>
        </Form>
      )}
      {codes !== null && (
        <RecoveryCodes
          // Newer ones have to be copied too.
          key={codes[0]}
          codes={codes}
          onClose={() => {
            setCodes(null);
            onDone();
          }}
        />
      )}
      {begun === null && (
        <div className="row wrap">
          {isOn ? (
            <>
              {button('renew')}
              {button('turnOff')}
            </>
          ) : (
            button('begin')
          )}
        </div>
      )}
      {asked !== null && (
        <AskPassword
          title={titles[asked]}
          action={actions[asked]}
          isDangerous={asked === 'turnOff'}
          onConfirm={done}
          onClose={() => {
            setAsked(null);
          }}
        >
          <p>{texts[asked]}</p>
        </AskPassword>
      )}
    </Card>
  );
}
