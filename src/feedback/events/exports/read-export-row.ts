import { parseMailDate } from '../event-time';
import { readGenericEvent, type GenericEventType, type ReadEvent } from '../providers/generic/generic-event';
import type { ExportColumns, ExportField } from './export-columns';

/** Classes in the words of exports, without case, blanks and signs. */
const TYPES: Readonly<Record<string, GenericEventType | undefined>> = {
  hardbounce: 'hard_bounce',
  hard: 'hard_bounce',
  softbounce: 'soft_bounce',
  soft: 'soft_bounce',
  deferred: 'soft_bounce',
  bounce: 'bounce',
  bounced: 'bounce',
  block: 'block',
  blocked: 'block',
  complaint: 'complaint',
  spamcomplaint: 'complaint',
  spamreport: 'complaint',
  spam: 'complaint',
  unsubscribe: 'unsubscribe',
  unsubscribed: 'unsubscribe',
  unsub: 'unsubscribe',
  listunsubscribe: 'unsubscribe',
  unsubscribelink: 'unsubscribe',
  suppressed: 'suppressed',
  suppression: 'suppressed',
  suppress: 'suppressed',
  dropped: 'suppressed',
  manualsuppression: 'suppressed',
  manual: 'suppressed',
  manuallyadded: 'suppressed',
  bouncerule: 'suppressed',
  custom: 'suppressed',
  rule: 'suppressed',
  compliance: 'suppressed',
  delivered: 'delivered',
  delivery: 'delivered',
};
/** Of a list of those that a provider does not mail: why it began is known, and nothing new of the address. */
const SINCE_A_BOUNCE: readonly (GenericEventType | undefined)[] = ['hard_bounce', 'soft_bounce', 'bounce', 'block'];

const TIMES_READ =
  '2026-01-05, 2026-01-05T10:00:00Z, Mon, 5 Jan 2026 10:00:00 +0000, or seconds since 1970. A date such as 05/01/2026 is another day in other countries, and is not read.';

/** What the rows of an export do not say themselves. */
export interface Unsaid {
  type?: GenericEventType;
  /** ISO 8601. */
  occurredAt?: string;
}

/**
 * A row of a provider's export of bounces or of suppressed addresses, as an event; or a sentence of what is wrong with it. Pure; never
 * throws. A row that says no kind is a bounce where it has codes or words, else a suppressed address.
 *
 * @param columns see `exportColumns`
 * @param cells the row's, in the file's order; too few are empty
 * @param otherwise what holds for rows that say no kind, or no time
 */
export function readExportRow(columns: ExportColumns, cells: readonly string[], otherwise: Unsaid = {}): ReadEvent {
  const cell = (field: ExportField): string => {
    const column = columns[field];
    return column === undefined ? '' : (cells[column.place] ?? '').trim();
  };
  const [reason, suppression] = [cell('reason'), cell('suppression')];
  const byReason = typeIn(reason);
  const diagnostic = [cell('diagnostic'), byReason === undefined ? reason : ''].find((text) => text !== '') ?? '';
  const codes = { smtp_code: digits(cell('smtp_code')), enhanced_code: enhanced(cell('enhanced_code')) };
  const says = diagnostic !== '' || codes.smtp_code !== '' || codes.enhanced_code !== '';
  const event = {
    ...codes,
    type:
      typeIn(cell('type')) ??
      sinceBounce(byReason ?? typeIn(suppression)) ??
      unsaid(cell('type'), says, otherwise.type),
    email: cell('email'),
    occurred_at: timeOf(cell('occurred_at')) || (otherwise.occurredAt ?? ''),
    diagnostic,
    id: cell('id'),
    message_id: cell('message_id'),
    scope: cell('scope'),
  };
  const read = readGenericEvent(event, unread(cell, Object.values(event)));
  return 'fault' in read ? { fault: inTheirNames(read.fault, columns) } : read;
}

/** Of these the words are turned into others, or left out: they tell rows apart all the same. */
const TURNED = ['type', 'reason', 'suppression', 'smtp_code', 'enhanced_code'] as const;

const unread = (cell: (field: ExportField) => string, read: readonly unknown[]): (string | undefined)[] =>
  TURNED.map(cell).map((text) => (text === '' || read.includes(text) ? undefined : text));

/** The sender of a file knows its columns by their names there. */
function inTheirNames(fault: string, columns: ExportColumns): string {
  const [quoted = '', field = ''] = /^"(\w+)"/.exec(fault) ?? [];
  const name = columns[field as ExportField]?.name ?? field;
  if (field === 'occurred_at') return `"${name}" must be a time: ${TIMES_READ}`;
  return quoted === '' ? fault : `"${name}"${fault.slice(quoted.length)}`;
}

function typeIn(text: string): GenericEventType | undefined {
  const key = text
    .slice(0, 50)
    .toLowerCase()
    .replace(/[^a-z]+/g, '');
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
}

const sinceBounce = (type: GenericEventType | undefined): GenericEventType | undefined =>
  SINCE_A_BOUNCE.includes(type) && type !== undefined ? 'suppressed' : type;

/** SparkPost's `transactional` and the like are no kinds of events. */
const unsaid = (type: string, says: boolean, otherwise: string | undefined): string =>
  /^(?:|(?:non_)?transactional)$/i.test(type) ? (otherwise ?? (says ? 'bounce' : 'suppressed')) : type;

/** Columns of these names also hold words, which are no codes. */
const digits = (text: string): string => (/^\d{1,6}$/.test(text) ? text : '');
const enhanced = (text: string): string => (/^\d\.\d+\.\d+$/.test(text) ? text : '');

/** Seconds or milliseconds since 1970, ISO 8601, or a date of mail; dates in digits and slashes are read differently by country, and are none. */
function timeOf(text: string): string | number {
  if (/^\d{12,15}$/.test(text)) return Number(text) / 1000;
  return parseMailDate(text)?.toISOString() ?? text;
}
