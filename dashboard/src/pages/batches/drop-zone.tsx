import { useRef, useState, type ReactElement } from 'react';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';

/** Takes one file: dropped, or chosen. */
export function DropZone({ onFile }: { onFile: (file: File) => void }): ReactElement {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <span className="empty-icon">
        <Icon name="upload" />
      </span>
      <p className="strong">Drop a CSV file here</p>
      <p className="hint">
        Its first row names the columns; one of them is <code>email</code>. Comma, semicolon, tab or bar between cells.
      </p>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={(event) => {
          take(event.target.files);
        }}
      />
      <Button
        kind="primary"
        onClick={() => {
          input.current?.click();
        }}
      >
        Choose a file
      </Button>
    </div>
  );
}
