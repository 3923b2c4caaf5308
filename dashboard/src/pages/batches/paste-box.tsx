import { useDeferredValue, useId, useMemo, useState, type ReactElement } from 'react';
import { parsePasted, toListFile } from '../../csv/parse-pasted';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';

/** Makes a list of addresses that somebody has in the clipboard. */
export function PasteBox({ onFile, onClose }: { onFile: (file: File) => void; onClose: () => void }): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const settled = useDeferredValue(text);
  const found = useMemo(() => parsePasted(settled), [settled]);
  return (
    <Dialog title={t.intake.pasteTitle} onClose={onClose}>
      <Form
        className="stack"
        onSubmit={() => {
          const all = parsePasted(text);
          if (all.length > 0) onFile(toListFile(all, `${t.intake.pastedName}.csv`));
        }}
      >
        <div className="field">
          <label htmlFor={id}>{t.intake.pasteField}</label>
          <textarea
            id={id}
            className="input paste"
            rows={8}
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby={`${id}-hint`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
          />
          <p className="hint" id={`${id}-hint`}>
            {t.intake.pasteHint}
          </p>
        </div>
        <p role="status">{found.length > 0 && t.intake.pasted(found.length)}</p>
        <div className="row end">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" type="submit" disabled={found.length === 0}>
            {t.intake.usePasted}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
