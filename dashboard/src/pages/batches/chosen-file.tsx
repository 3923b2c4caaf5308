import { useEffect, useRef, useState, type ReactElement } from 'react';
import { uploadBatch } from '../../api';
import { previewCsv, PREVIEW_BYTES } from '../../csv/preview-csv';
import { goTo } from '../../router';
import { useOrganization, useSession } from '../../session/session-context';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Form } from '../../ui/form';
import { formatBytes } from '../../ui/format';
import { FormFault } from '../../ui/form-fault';
import { Icon } from '../../ui/icon';
import { ProgressBar } from '../../ui/progress-bar';
import { useLoaded } from '../../ui/use-loaded';
import { useTask } from '../../ui/use-task';
import { Waiting } from '../../ui/waiting';
import { PreviewTable } from './preview-table';

/** A file before it is sent: what was found in it, its name as a batch, and the way to send it. */
export function ChosenFile({ file, onClose }: { file: File; onClose: () => void }): ReactElement {
  const { id } = useOrganization();
  const { refresh, link } = useSession();
  const [name, setName] = useState(file.name.replace(/\.(csv|tsv|txt)$/i, ''));
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const preview = useLoaded(file.name, async () =>
    previewCsv(new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer()), file.size),
  );
  useEffect(
    () => () => {
      stop.current?.abort();
    },
    [],
  );
  const send = useTask(async () => {
    setShare(0);
    stop.current = new AbortController();
    const { signal } = stop.current;
    const batchId = await uploadBatch({ organizationId: id, name: name.trim(), file, onProgress: setShare, signal });
    await refresh();
    goTo(link(`batches/${batchId}`));
  });
  const { data } = preview;
  const fault = typeof data === 'string' ? data : columnFault(data?.emailColumn, data?.columns);
  return (
    <section className="card" aria-label="The chosen file">
      <div className="card-head">
        <p className="file-name">
          <Icon name="file" /> <strong>{file.name}</strong> <span className="hint">{formatBytes(file.size)}</span>
        </p>
        <Button isSmall onClick={onClose}>
          {send.isBusy ? 'Stop' : 'Choose another'}
        </Button>
      </div>
      {data === null ? <Waiting loaded={preview} /> : typeof data !== 'string' && <PreviewTable preview={data} />}
      {fault !== null && (
        <p className="notice bad" role="alert">
          {fault}
        </p>
      )}
      {data !== null && fault === null && (
        <Form className="stack" onSubmit={send.run}>
          <Field
            label="Name of the batch"
            value={name}
            maxLength={255}
            error={send.fault?.fields['name']}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
          {send.isBusy && <ProgressBar label="Upload" percent={share * 100} />}
          <p className="error" role="alert">
            {send.fault?.fields['file']}
          </p>
          <FormFault fault={send.fault} fields={['name', 'file']} />
          <div className="row">
            <Button kind="primary" type="submit" isBusy={send.isBusy}>
              Start checking
            </Button>
            <span role="status" className="hint">
              {send.isBusy && (share < 1 ? `Sending: ${Math.floor(share * 10) * 10}%` : 'Sent; reading the list …')}
            </span>
          </div>
        </Form>
      )}
    </section>
  );
}

function columnFault(emailColumn: number | undefined, columns: string[] | undefined): string | null {
  if (emailColumn !== -1) return null;
  return `No column is named “email”. Seen in the first row: ${(columns ?? []).map((column) => `“${column}”`).join(', ')}. Rename the one that holds the addresses, then choose the file again.`;
}
