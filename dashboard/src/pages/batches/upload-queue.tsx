import { useCallback, useRef, useState, type ReactElement } from 'react';
import type { CreatedBatch } from '../../api';
import { goTo } from '../../router';
import { useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';
import { PasteBox } from './paste-box';

interface Entry {
  key: number;
  file: File;
  /** Set when it is sent. */
  batch: CreatedBatch | null;
}

/** The lists that are to be sent, each by itself: chosen, dropped or pasted. @param onStarted another one is at work */
export function UploadQueue({ onStarted }: { onStarted: () => void }): ReactElement {
  const { link } = useSession();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [isPasting, setPasting] = useState(false);
  /** While all are being started, one after the other: the keys of those that are still to have their turn. */
  const [turns, setTurns] = useState<readonly number[]>([]);
  const [news, setNews] = useState('');
  const chooseButton = useRef<HTMLButtonElement>(null);
  const waiting = entries.filter(({ batch }) => batch === null);
  const add = useCallback((files: File[]) => {
    setEntries((old) => {
      const next = Math.max(0, ...old.map(({ key }) => key)) + 1;
      return [...old, ...files.map((file, index) => ({ key: next + index, file, batch: null }))];
    });
  }, []);
  const endTurn = (key: number): void => {
    setTurns((old) => old.filter((each) => each !== key));
  };
  const started = ({ key, file }: Entry, batch: CreatedBatch): void => {
    if (entries.length === 1) {
      goTo(link(`batches/${batch.id}`));
      return;
    }
    setEntries((old) => old.map((entry) => (entry.key === key ? { ...entry, batch } : entry)));
    setNews(`${file.name}: ${saysOf(batch)}`);
    endTurn(key);
    onStarted();
  };
  return (
    <>
      <DropZone
        isSmall={entries.length > 0}
        button={chooseButton}
        onFiles={add}
        onPaste={() => {
          setPasting(true);
        }}
      />
      {isPasting && (
        <PasteBox
          onFile={(file) => {
            setPasting(false);
            add([file]);
          }}
          onClose={() => {
            setPasting(false);
          }}
        />
      )}
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {waiting.length > 1 && (
        <div className="row">
          <Button
            kind="primary"
            isBusy={turns.length > 0}
            onClick={() => {
              if (turns.length === 0) setTurns(waiting.map(({ key }) => key));
            }}
          >
            {t.intake.startAll(waiting.length)}
          </Button>
        </div>
      )}
      {entries.map((entry) =>
        entry.batch === null ? (
          <ChosenFile
            key={entry.key}
            file={entry.file}
            isTurn={turns[0] === entry.key}
            onClose={() => {
              endTurn(entry.key);
              setEntries((old) => old.filter(({ key }) => key !== entry.key));
              chooseButton.current?.focus();
            }}
            onStarted={(batch) => {
              started(entry, batch);
            }}
            onPassed={() => {
              endTurn(entry.key);
            }}
          />
        ) : (
          <Started
            key={entry.key}
            name={entry.file.name}
            batch={entry.batch}
            href={link(`batches/${entry.batch.id}`)}
          />
        ),
      )}
    </>
  );
}

/** That it is at work, and which column was read where nobody called it `email`. */
function saysOf({ email_column: column }: CreatedBatch): string {
  return column === undefined ? t.intake.started : `${t.intake.started} ${t.intake.readFrom(column)}`;
}

function Started({ name, batch, href }: { name: string; batch: CreatedBatch; href: string }): ReactElement {
  return (
    <p className="card started">
      <span className="file-name">
        <Icon name="valid" /> <strong>{name}</strong> <span className="hint">{saysOf(batch)}</span>
      </span>
      <a href={href} aria-label={t.intake.openList(name)}>
        {t.intake.open}
      </a>
    </p>
  );
}
