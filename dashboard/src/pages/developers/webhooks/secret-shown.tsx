import { useEffect, useRef, type ReactElement } from 'react';
import { useSession } from '../../../session/session-context';
import { t } from '../../../texts';
import { developerTexts } from '../../../texts/developers';
import { Button } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { useCopyGuard } from '../../../ui/use-copy-guard';

export interface FreshSecret {
  url: string;
  secret: string;
  /** There was one before it. */
  isRotated: boolean;
}

/** The key of a webhook's signatures, the only time that it can be seen. */
export function SecretShown({ fresh, onClose }: { fresh: FreshSecret; onClose: () => void }): ReactElement {
  const { link } = useSession();
  const { shown: words } = developerTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const noteCopy = useCopyGuard('webhook');
  return (
    <section className="card fresh" onCopy={noteCopy}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className="hint breakable">{fresh.url}</p>
      <p>
        {words.text} {fresh.isRotated && words.rotated}
      </p>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={words.secret}>
          {fresh.secret}
        </code>
        <CopyButton text={fresh.secret} label={words.copy} onCopied={noteCopy} />
      </div>
      <p>
        <a href={link('integrate')}>{words.how}</a>
      </p>
      <div className="row">
        <Button kind="primary" onClick={onClose}>
          {t.common.done}
        </Button>
      </div>
    </section>
  );
}
