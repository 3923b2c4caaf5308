import { useEffect, useRef, useState, type ReactElement } from 'react';
import { StoppedError } from '../../../api';
import { importFeedback, type ImportedRows } from '../../../api/feedback';
import { guardPage } from '../../../router';
import { useOrganization } from '../../../session/session-context';
import { feedbackTexts } from '../../../texts/feedback';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Field, SelectField } from '../../../ui/field';
import { FormFault } from '../../../ui/form-fault';
import { formatShare } from '../../../ui/format';
import { Icon } from '../../../ui/icon';
import { ProgressBar } from '../../../ui/progress-bar';
import { useTask } from '../../../ui/use-task';
import { ImportResult } from './import-result';

const TYPES = ['', 'bounce', 'complaint', 'suppressed'] as const;
const KINDS = '.csv,.tsv,.txt,.xlsx,text/csv,text/plain';

/** Takes in what a provider exports. */
export function ImportCard({ onImported }: { onImported: () => Promise<void> }): ReactElement {
  const { id } = useOrganization();
  const words = feedbackTexts().import;
  const input = useRef<HTMLInputElement>(null);
  const [type, setType] = useState<string>('');
  const [date, setDate] = useState('');
  const [share, setShare] = useState(0);
  const [result, setResult] = useState<ImportedRows | null>(null);
  const [stop, setStop] = useState<AbortController | null>(null);
  const task = useTask(async (file: File) => {
    const stopping = new AbortController();
    setStop(stopping);
    setShare(0);
    setResult(null);
    const release = guardPage('upload');
    try {
      const unsaid = { type, occurred_at: date };
      setResult(
        await importFeedback({ organizationId: id, file, unsaid, onProgress: setShare, signal: stopping.signal }),
      );
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error;
    } finally {
      release();
      setStop(null);
      // Rows in front of a fault were taken, too.
      void onImported();
    }
  });
  // Nobody sees what came of it any more.
  useEffect(
    () => () => {
      stop?.abort();
    },
    [stop],
  );
  return (
    <Card title={words.title} note={words.note}>
      <div className="beside even">
        <SelectField
          label={words.type}
          value={type}
          onChange={(event) => {
            setType(event.target.value);
          }}
        >
          {TYPES.map((value) => (
            <option key={value} value={value}>
              {words.types[value]}
            </option>
          ))}
        </SelectField>
        <Field
          label={words.date}
          type="date"
          value={date}
          onChange={(event) => {
            setDate(event.target.value);
          }}
        />
      </div>
      <input
        ref={input}
        type="file"
        accept={KINDS}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={words.file}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) task.run(file);
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
      <div className="row">
        <Button
          isBusy={task.isBusy}
          onClick={() => {
            if (!task.isBusy) input.current?.click();
          }}
        >
          <Icon name="upload" /> {words.choose}
        </Button>
        {stop !== null && (
          <Button
            onClick={() => {
              stop.abort();
            }}
          >
            {words.stop}
          </Button>
        )}
      </div>
      {task.isBusy && (
        <>
          <ProgressBar label={words.progress} percent={share * 100} isRunning={share === 1} />
          <p className="hint">{share === 1 ? words.reading : words.sending(formatShare(share, 1))}</p>
        </>
      )}
      <FormFault fault={task.fault} />
      <div role="status">{result !== null && <ImportResult result={result} />}</div>
    </Card>
  );
}
