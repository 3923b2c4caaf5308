import { CsvFault } from '../csv/csv-fault';

/** A workbook that cannot be taken as it is. */
export function workbookFault(message: string): CsvFault {
  return new CsvFault('unusable_workbook', message);
}

export function damaged(what = 'The Excel workbook'): CsvFault {
  return workbookFault(
    `${what} is damaged or incomplete. Open it, save it again and send that, or save the list as CSV.`,
  );
}

/** @param what such as `more than 512 MiB of sheets` */
export function tooLarge(what: string): CsvFault {
  return workbookFault(`The Excel workbook holds ${what}. Save the list as CSV and send that.`);
}
