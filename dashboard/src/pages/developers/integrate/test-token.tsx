import { useEffect, useRef, type ReactElement } from 'react';
import { tokens } from '../../../api';
import { useOrganization, useSession } from '../../../session/session-context';
import { t } from '../../../texts';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { CopyButton } from '../../../ui/copy-button';
import { formatDay } from '../../../ui/format';
import { FormFault } from '../../../ui/form-fault';
import { useTask } from '../../../ui/use-task';

const LIFETIME_DAYS = 30;
/** What the samples do with it. */
const PERMISSIONS = ['validate:single', 'validate:batch', 'credits:read'] as const;
/** Some of those that the made-up world knows. */
const ADDRESSES = ['valid', 'catch_all', 'mailbox_not_found', 'greylisted', 'rate_limited', 'server_error', 'slow_5s'];

interface TestTokenProps {
  /** One that was made, the only time that it can be seen; null: none was. */
  token: string | null;
  onMade: (token: string) => void;
  onCopied: () => void;
}

/** Makes a test token for the samples. */
export function TestToken({ token, onMade, onCopied }: TestTokenProps): ReactElement {
  const { id } = useOrganization();
  const { link } = useSession();
  const words = developerTexts().integrate;
  const filled = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (token !== null) filled.current?.focus();
  }, [token]);
  const make = useTask(async () => {
    const made = await tokens.create({
      name: words.tokenName(formatDay(new Date().toISOString())),
      permissions: [...PERMISSIONS],
      expires_in_days: LIFETIME_DAYS,
      organization_ids: [id],
      test: true,
    });
    onMade(made.token);
  });
  return (
    <Card title={words.tokenTitle} note={words.tokenText}>
      {token !== null ? (
        <>
          <p ref={filled} tabIndex={-1} className="notice good">
            {words.filled} {t.tokens.shownText}
          </p>
          <div className="secret" onCopy={onCopied}>
            <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={t.tokens.theToken}>
              {token}
            </code>
            <CopyButton text={token} label={t.tokens.copyToken} onCopied={onCopied} />
          </div>
        </>
      ) : (
        <div className="row">
          <Button kind="primary" isBusy={make.isBusy} onClick={make.run}>
            {words.make}
          </Button>
        </div>
      )}
      <FormFault fault={make.fault} />
      <p className="hint">
        {words.later} <a href={link('tokens')}>{t.shell.developerPartNames.tokens}</a>
      </p>
      <details className="details">
        <summary>{words.worldTitle}</summary>
        <p>{words.world}</p>
        <ul className="sandbox-addresses">
          {ADDRESSES.map((name) => (
            <li key={name}>
              <code>{`${name}@sandbox.test`}</code>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
