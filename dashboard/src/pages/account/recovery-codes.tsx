import type { ReactElement } from 'react';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { useCopyGuard } from '../../ui/use-copy-guard';

/** New recovery codes, the only time that they can be seen. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactElement {
  const noteCopy = useCopyGuard('codes');
  const words = t.people.twoFactor;
  const text = codes.join('\n');
  return (
    <div className="made" role="status" onCopy={noteCopy}>
      <h3>{words.codesTitle}</h3>
      <p>{words.codesText}</p>
      <div className="secret">
        <code tabIndex={0} role="textbox" aria-readonly="true" aria-multiline="true" aria-label={words.codes}>
          {text}
        </code>
        <CopyButton text={text} label={words.copyCodes} onCopied={noteCopy} />
      </div>
      <Button onClick={onClose}>{t.common.done}</Button>
    </div>
  );
}
