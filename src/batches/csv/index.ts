export { AddressSet } from './address-set';
export { contentDisposition } from './content-disposition';
export { CsvFault, type CsvFaultCode } from './csv-fault';
export { packChunks, readAddresses, readLines, type ChunkAddress, type PackedChunk } from './pack-chunks';
export { readCsv, type CsvTable } from './read-csv';
export { ResultsCsv, type ResultsCsvOptions } from './results-csv';
export { RESULT_COLUMNS, readResults, toRowResult, writeResults, type RowResult } from './row-result';
export type { CsvRow } from './row-writer';
