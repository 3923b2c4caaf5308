import { useRef, type ReactElement, type Ref } from 'react';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useFileDrop } from './use-file-drop';

const KINDS =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface DropZoneProps {
  /** Something is chosen already: a line is enough. */
  isSmall: boolean;
  /** The button that chooses files, to give it the focus. */
  button: Ref<HTMLButtonElement>;
  onFiles: (files: File[]) => void;
  onPaste: () => void;
}

/** Takes files: dropped anywhere on the page, or chosen. */
export function DropZone({ isSmall, button, onFiles, onPaste }: DropZoneProps): ReactElement {
  const isOver = useFileDrop(onFiles);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={`drop${isOver ? ' over' : ''}${isSmall ? ' small' : ''}`}>
      {!isSmall && (
        <span className="empty-icon">
          <Icon name="upload" />
        </span>
      )}
      <p className="strong drop-words" role="status">
        {isOver ? t.intake.dropNow : t.intake.dropHere}
      </p>
      {!isSmall && <p className="hint">{t.intake.kinds}</p>}
      <input
        ref={input}
        type="file"
        multiple
        accept={KINDS}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t.intake.fileInput}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <div className="row">
        <Button
          ref={button}
          kind={isSmall ? 'quiet' : 'primary'}
          onClick={() => {
            input.current?.click();
          }}
        >
          {isSmall ? t.intake.chooseMore : t.intake.choose}
        </Button>
        <Button onClick={onPaste}>{t.intake.paste}</Button>
      </div>
    </div>
  );
}
