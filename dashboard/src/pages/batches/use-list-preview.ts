import { useState } from 'react';
import { countList, type ListCount } from '../../csv/count-list';
import { findEncoding, type Encoding } from '../../csv/find-encoding';
import { guessChoice, type ListChoice } from '../../csv/guess-choice';
import { isArchive, readListHead, type HeadFault, type ListHead } from '../../csv/list-head';
import { useLoaded, type Loaded } from '../../ui/use-loaded';

export interface ListPreview {
  /** Null until the file is looked at. */
  head: ListHead | HeadFault | null;
  /** For `Waiting`: the file may be gone, or not to be read. */
  loaded: Pick<Loaded<unknown>, 'fault' | 'reload'>;
  /** Nobody has to be asked about the encoding: the file says it. */
  isMarked: boolean;
  choice: ListChoice;
  /** Null until the rows are counted. */
  count: ListCount | null;
  setEncoding: (encoding: Encoding) => void;
  setSheet: (sheet: string) => void;
  setChoice: (choice: ListChoice) => void;
}

const NOTHING: ListChoice = { hasHeader: true, column: -1 };

/** What a file holds, as it will be read by what is guessed or chosen. @param key tells files apart */
export function useListPreview(key: string, file: Blob): ListPreview {
  const [encoding, setEncoding] = useState<Encoding | null>(null);
  const [sheet, setSheet] = useState<string | null>(null);
  const [chosen, setChoice] = useState<ListChoice | null>(null);
  const opened = useLoaded(`${key} ${encoding ?? ''} ${sheet ?? ''}`, async () => {
    if (await isArchive(file)) return { isMarked: true, head: await openWorkbook(file, sheet) };
    const found = await findEncoding(file);
    return { isMarked: found.isMarked, head: await readListHead(file, encoding ?? found.encoding) };
  });
  const head = opened.data?.head ?? null;
  const list = head === null || typeof head === 'string' ? null : head;
  const choice = chosen ?? (list === null ? NOTHING : guessChoice(list.records));
  const isReady = list !== null && choice.column !== -1;
  const counted = useLoaded(
    `${key} ${JSON.stringify(list?.source)} ${String(choice.hasHeader)} ${choice.column}`,
    () => (isReady ? countList(file, list, choice) : Promise.resolve(null)),
  );
  return {
    head,
    loaded: opened,
    isMarked: opened.data?.isMarked ?? false,
    choice,
    count: counted.data,
    setEncoding,
    setSheet: (name) => {
      setSheet(name);
      // Another sheet, another guess.
      setChoice(null);
    },
    setChoice,
  };
}

/** What reads workbooks is fetched when there is one. */
async function openWorkbook(file: Blob, sheet: string | null): Promise<ListHead | HeadFault> {
  const { readWorkbookHead } = await import('../../xlsx/workbook-head');
  return readWorkbookHead(file, sheet);
}
