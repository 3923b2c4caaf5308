import type { ReactElement } from 'react';
import { ENCODINGS } from '../../csv/find-encoding';
import type { ListHead } from '../../csv/list-head';
import { t } from '../../texts';
import { CheckBox } from '../../ui/check-box';
import { SelectField } from '../../ui/field';
import { PreviewTable } from './preview-table';
import type { ListPreview } from './use-list-preview';

/** How a list is read, and what that makes of its first rows: guessed, shown, and changed by whoever knows better. */
export function ListFormat({
  name,
  list,
  preview,
}: {
  name: string;
  list: ListHead;
  preview: ListPreview;
}): ReactElement {
  const { choice, setChoice } = preview;
  const { source } = list;
  const columns = list.records[0]?.length ?? 0;
  return (
    <div className="stack">
      <p className="hint">
        {source.kind === 'workbook'
          ? t.intake.workbook(columns, source.sheet)
          : t.intake.shape(columns, t.intake.delimiters[source.delimiter], t.intake.encodings[source.encoding])}
      </p>
      {source.kind === 'text' && source.encoding === 'windows-1252' && <p className="notice">{t.intake.converted}</p>}
      <div className="format-row">
        <CheckBox
          checked={choice.hasHeader}
          onChange={(hasHeader) => {
            setChoice({ ...choice, hasHeader });
          }}
        >
          {t.intake.hasHeader}
        </CheckBox>
        <SourceChoice source={source} preview={preview} />
      </div>
      <PreviewTable
        name={name}
        records={list.records}
        choice={choice}
        onColumn={(column) => {
          setChoice({ ...choice, column });
        }}
      />
    </div>
  );
}

/** The encoding of a text, or the sheet of a workbook, where there is a choice. */
function SourceChoice({
  source,
  preview: { isMarked, setEncoding, setSheet },
}: {
  source: ListHead['source'];
  preview: ListPreview;
}): ReactElement | null {
  if (source.kind === 'workbook') {
    if (source.sheets.length < 2) return null;
    return (
      <SelectField
        label={t.intake.sheet}
        value={source.sheet}
        onChange={({ target }) => {
          setSheet(target.value);
        }}
      >
        {source.sheets.map((sheet) => (
          <option key={sheet}>{sheet}</option>
        ))}
      </SelectField>
    );
  }
  if (isMarked) return null;
  return (
    <SelectField
      label={t.intake.encoding}
      value={source.encoding}
      onChange={({ target }) => {
        const encoding = ENCODINGS.find((each) => each === target.value);
        if (encoding !== undefined) setEncoding(encoding);
      }}
    >
      {ENCODINGS.map((encoding) => (
        <option key={encoding} value={encoding}>
          {t.intake.encodings[encoding]}
        </option>
      ))}
    </SelectField>
  );
}
