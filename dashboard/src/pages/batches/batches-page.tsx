import { useState, type ReactElement } from 'react';
import { Page } from '../../ui/page';
import { BatchList } from './batch-list';
import { ChosenFile } from './chosen-file';
import { DropZone } from './drop-zone';

export function BatchesPage(): ReactElement {
  const [file, setFile] = useState<File | null>(null);
  return (
    <Page
      title="Batches"
      lead="Upload a list, watch it being checked, download it with the verdicts beside your columns."
    >
      {file === null ? (
        <DropZone onFile={setFile} />
      ) : (
        <ChosenFile
          file={file}
          onClose={() => {
            setFile(null);
          }}
        />
      )}
      <BatchList />
    </Page>
  );
}
