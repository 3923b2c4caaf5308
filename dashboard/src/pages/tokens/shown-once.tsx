import { useEffect, useRef, type ReactElement } from 'react';
import type { Token } from '../../api';
import { useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { curlFor } from './curl-for';

export type FreshToken = Token & { token: string };

/** A new token, the only time that it can be seen, and the command that uses it. */
export function ShownOnce({ fresh, onClose }: { fresh: FreshToken; onClose: () => void }): ReactElement {
  const { organization } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const limits = fresh.organization_ids;
  const isAllowed = organization !== null && (limits === null || limits.includes(organization.id));
  const organizationId = isAllowed ? organization.id : (limits?.[0] ?? null);
  const command = curlFor(window.location.origin, fresh, organizationId);
  return (
    <section className="card fresh">
      <h2 ref={heading} tabIndex={-1}>
        Copy the token “{fresh.name}” now
      </h2>
      <p>It is shown only this once: the service keeps no copy that it could show again.</p>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label="The token">
          {fresh.token}
        </code>
        <CopyButton text={fresh.token} label="Copy the token" />
      </div>
      <h3>Try it in a terminal</h3>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label="The command">
          {command}
        </code>
        <CopyButton text={command} label="Copy the command" />
      </div>
      <div className="row">
        <Button onClick={onClose}>I have it</Button>
      </div>
    </section>
  );
}
