/** Why credits moved. */
export type EntryKind = 'free' | 'grant' | 'allowance' | 'single' | 'hold' | 'release' | 'transfer';
