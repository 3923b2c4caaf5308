import { MalformedRequestError } from '../common/malformed-request.error';
import { STATUSES, type Status } from '../engine';
import type { ResultsCsvOptions } from './csv';

/**
 * Reads the query of a download: `status` (statuses with commas between them) and `bom`.
 * @throws MalformedRequestError for anything else in them
 */
export function readDownloadQuery(query: { status?: unknown; bom?: unknown }): ResultsCsvOptions {
  const { status, bom } = query;
  return {
    ...(status === undefined ? {} : { statuses: readStatuses(status) }),
    byteOrderMark: bom !== undefined && readFlag(bom),
  };
}

function readStatuses(value: unknown): ReadonlySet<Status> {
  const names = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(','));
  const statuses = names.map((name) => {
    const status = STATUSES.find((known) => known === name.trim());
    if (status === undefined) throw new MalformedRequestError(`The status filter takes ${STATUSES.join(', ')}.`);
    return status;
  });
  return new Set(statuses);
}

function readFlag(value: unknown): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new MalformedRequestError('The bom parameter is true or false.');
}
