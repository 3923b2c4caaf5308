import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { uploadBatch, type CreatedBatch } from '../../api';
import { formFields } from '../../csv/guess-choice';
import { guardPage } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { t } from '../../texts';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatBytes } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { Icon } from '../../ui/icon';
import { ProgressBar } from '../../ui/progress-bar';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';
import { ListFormat } from './list-format';
import { Price } from './price';
import { useListPreview, type ListPreview } from './use-list-preview';

interface ChosenFileProps {
  file: File;
  /** All lists are being started, and it is this one's turn. */
  isTurn: boolean;
  onClose: () => void;
  onStarted: (batch: CreatedBatch) => void;
  /** It could not be started in its turn. */
  onPassed: () => void;
}

/** A list before it is sent: how it is read, what it can cost, its name, and the way to send it. */
export function ChosenFile({ file, isTurn, onClose, onStarted, onPassed }: ChosenFileProps): ReactElement {
  const { id, balance } = useOrganization();
  const { refresh } = useSession();
  const [name, setName] = useState(file.name.replace(/\.(csv|tsv|txt|xlsx)$/i, ''));
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const preview = useListPreview(useId(), file);
  const { head, loaded, choice, count } = preview;
  const list = head === null || typeof head === 'string' ? null : head;
  const missing = whatIsMissing(preview);
  const send = useTask(async () => {
    if (list === null) return;
    setShare(0);
    stop.current = new AbortController();
    // The upload ends with its page: nobody leaves it by a slip.
    const open = guardPage('upload');
    try {
      const batch = await uploadBatch({
        organizationId: id,
        name: name.trim(),
        file,
        fields: formFields(list.records[0] ?? [], choice, list.source),
        onProgress: setShare,
        signal: stop.current.signal,
      }).finally(open);
      await refresh();
      onStarted(batch);
    } catch (error) {
      onPassed();
      throw error;
    }
  });
  useEffect(
    () => () => {
      stop.current?.abort();
    },
    [],
  );
  // A refusal is of the file as it was read; read in another way, it may be taken.
  const { clear } = send;
  const reading = JSON.stringify([list?.source, choice]);
  useEffect(() => {
    clear();
  }, [clear, reading]);
  const isLookedAt = head !== null || loaded.fault !== null;
  const begin = useRef<() => void>(() => undefined);
  useEffect(() => {
    begin.current = missing !== null || list === null ? onPassed : send.run;
  });
  useEffect(() => {
    if (isTurn && isLookedAt) begin.current();
  }, [isTurn, isLookedAt]);
  return (
    <section className="card" aria-label={t.intake.chosen(file.name)}>
      <div className="card-head">
        <p className="file-name">
          <Icon name="file" /> <strong>{file.name}</strong> <span className="hint">{formatBytes(file.size)}</span>
        </p>
        <Button isSmall onClick={onClose}>
          {send.isBusy ? t.intake.stop : t.intake.remove}
        </Button>
      </div>
      {head === null && <Waiting loaded={loaded} />}
      {typeof head === 'string' && (
        <p className="notice bad" role="alert">
          {t.intake.faults[head]}
        </p>
      )}
      {list !== null && (
        <>
          <ListFormat name={file.name} list={list} preview={preview} />
          <Price missing={missing} count={count} balance={balance} />
          <Form
            className="stack"
            onSubmit={() => {
              if (missing === null) send.run();
            }}
          >
            <Field
              label={t.intake.name}
              value={name}
              maxLength={255}
              error={send.fault?.fields['name']}
              onChange={(event) => {
                setName(event.target.value);
              }}
            />
            {send.isBusy && <ProgressBar label={t.intake.upload} percent={share * 100} />}
            <p className="error" role="alert">
              {send.fault?.fields['file']}
            </p>
            <FormFault fault={send.fault} fields={['name', 'file']} />
            <div className="row">
              <Button kind="primary" type="submit" isBusy={send.isBusy} disabled={missing !== null}>
                {t.intake.start}
              </Button>
              <span role="status" className="hint">
                {send.isBusy && (share < 1 ? t.intake.sending(Math.floor(share * 10) * 10) : t.intake.reading)}
              </span>
            </div>
          </Form>
        </>
      )}
    </section>
  );
}

/** What stands between a list and its start, in a sentence. */
function whatIsMissing({ head, choice }: ListPreview): string | null {
  if (head === null || typeof head === 'string') return null;
  if (head.isWhole && choice.hasHeader && head.records.length === 1) return t.intake.noRows;
  if (choice.column === -1) return t.intake.chooseColumn;
  return null;
}
