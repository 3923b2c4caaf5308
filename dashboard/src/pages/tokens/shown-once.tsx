import { useEffect, useRef, type ReactElement } from 'react';
import type { Token } from '../../api';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { useCopyGuard } from '../../ui/use-copy-guard';
import { curlFor } from './curl-for';

export type FreshToken = Token & { token: string };

/** A new token, the only time that it can be seen, and the command that uses it. */
export function ShownOnce({ fresh, onClose }: { fresh: FreshToken; onClose: () => void }): ReactElement {
  const { organization } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const noteCopy = useCopyGuard('secret');
  const limits = fresh.organization_ids;
  const isAllowed = organization !== null && (limits === null || limits.includes(organization.id));
  const organizationId = isAllowed ? organization.id : (limits?.[0] ?? null);
  const command = curlFor(window.location.origin, fresh, organizationId);
  return (
    <section className="card fresh" onCopy={noteCopy}>
      <h2 ref={heading} tabIndex={-1}>
        {t.tokens.shownTitle(fresh.name)}
      </h2>
      <p>{t.tokens.shownText}</p>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={t.tokens.theToken}>
          {fresh.token}
        </code>
        <CopyButton text={fresh.token} label={t.tokens.copyToken} onCopied={noteCopy} />
      </div>
      <h3>{t.tokens.tryTitle}</h3>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={t.tokens.theCommand}>
          {command}
        </code>
        <CopyButton text={command} label={t.tokens.copyCommand} onCopied={noteCopy} />
      </div>
      <div className="row">
        <Button kind="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </section>
  );
}
