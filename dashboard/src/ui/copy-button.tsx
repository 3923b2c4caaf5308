import { useState, type ReactElement } from 'react';
import { t } from '../texts';
import { Button } from './button';
import { Icon } from './icon';

interface CopyButtonProps {
  text: string;
  label?: string;
  onCopied?: () => void;
}

/** Copies, and says so. Where the clipboard is closed to pages (plain HTTP), it says how to do it by hand. */
export function CopyButton({ text, label = t.common.copy, onCopied }: CopyButtonProps): ReactElement {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t.common.copied);
      onCopied?.();
    } catch {
      setSaid(t.common.copyByHand);
    }
  };
  return (
    <span className="copy">
      <Button isSmall onClick={() => void copy()}>
        <Icon name="copy" /> {label}
      </Button>
      <span role="status" className="small-text">
        {said}
      </span>
    </span>
  );
}
