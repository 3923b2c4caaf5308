import { useCallback, useState, type ReactElement } from 'react';
import { useOrganization } from '../../session/session-context';
import { t } from '../../texts';
import { Page } from '../../ui/page';
import { BatchList } from './batch-list';
import { UploadQueue } from './upload-queue';

export function BatchesPage(): ReactElement {
  const isViewer = useOrganization().role === 'viewer';
  const [started, setStarted] = useState(0);
  const count = useCallback(() => {
    setStarted((old) => old + 1);
  }, []);
  return (
    <Page title={t.lists.title} lead={isViewer ? t.faults.viewerReads : t.lists.lead}>
      {!isViewer && <UploadQueue onStarted={count} />}
      <BatchList news={started} />
    </Page>
  );
}
