/** What a column of a provider's export tells. */
export type ExportField =
  | 'email'
  | 'type'
  | 'reason'
  | 'suppression'
  | 'occurred_at'
  | 'smtp_code'
  | 'enhanced_code'
  | 'diagnostic'
  | 'id'
  | 'message_id'
  | 'scope';

/** The column of each field that the export has: its place, and its name in the file. */
export type ExportColumns = Readonly<Partial<Record<ExportField, { readonly place: number; readonly name: string }>>>;

/** Our own names first, then those of the providers' exports, without case, blanks and signs. Of several the first that is there. */
const NAMES: Readonly<Record<ExportField, readonly string[]>> = {
  email: ['email', 'emailaddress', 'recipient', 'address', 'recipientemail', 'mail', 'rcptto'],
  type: ['type', 'event', 'eventtype', 'bouncetype'],
  // A class at some providers, and the host's words at others.
  reason: ['reason', 'rejectreason', 'source'],
  suppression: ['suppressionreason'],
  occurred_at: [
    'occurredat',
    'createdat',
    'created',
    'bouncedat',
    'lastupdatetime',
    'lasteventat',
    'eventtime',
    'timestamp',
    'date',
    'time',
    'updatedat',
    'updated',
  ],
  smtp_code: ['smtpcode', 'code', 'errorcode'],
  enhanced_code: ['enhancedcode', 'status', 'enhancedstatuscode'],
  diagnostic: [
    'diagnostic',
    'error',
    'details',
    'detail',
    'description',
    'message',
    'diagnosticcode',
    'rawreason',
    'comment',
  ],
  id: ['id', 'eventid', 'sgeventid'],
  message_id: ['messageid'],
  scope: ['scope', 'messagestream', 'stream', 'list'],
};

/** Of a column's name, in sentences. */
const MOST_SHOWN = 60;

/** What a column of addresses may be called. */
export const ADDRESS_NAMES = NAMES.email;

/**
 * Where the fields stand, by the names of the columns; a sentence of fault where no column can hold addresses or times.
 * @param email the place of the addresses, where that is known
 * @param needsTimes false: rows without a time get one (see `readExportRow`)
 */
export function exportColumns(
  header: readonly string[],
  email?: number,
  needsTimes = true,
): ExportColumns | { readonly fault: string } {
  const keys = header.map((name) =>
    name
      .slice(0, 100)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ''),
  );
  const columns: Partial<Record<ExportField, { place: number; name: string }>> = {};
  const columnAt = (place: number, field: ExportField) => ({
    place,
    name:
      header[place]
        ?.replace(/^\ufeff/, '')
        .trim()
        .slice(0, MOST_SHOWN) || field,
  });
  for (const [field, names] of Object.entries(NAMES) as [ExportField, readonly string[]][]) {
    const place = names.map((name) => keys.indexOf(name)).find((index) => index !== -1);
    if (place !== undefined) columns[field] = columnAt(place, field);
  }
  if (email !== undefined) columns.email = columnAt(email, 'email');
  if (columns.email === undefined) return { fault: 'The first row must name a column "email".' };
  if (needsTimes && columns.occurred_at === undefined)
    return { fault: 'The first row must name a column "occurred_at" (or "created", "date").' };
  return columns;
}
