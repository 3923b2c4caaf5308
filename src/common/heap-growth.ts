import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by two fifths of what is in use before it is collected. V8 itself lets it grow to four times that while little
 * time goes into collecting, which an upload turns into hundreds of megabytes. A version of V8 that has no such setting says
 * so on standard error, and goes on.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=40');
}
