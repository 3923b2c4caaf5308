import type { Batch } from '../../api/types';

/**
 * The batches that a list shows, newest first: what was known, and what the service now says of its first page. Within
 * the page's reach it has the last word; what is older stays, so that a new batch pushes none out of sight.
 * @param reach the oldest id of the page; null: it holds all there is
 */
export function mergeFirstPage(known: readonly Batch[], page: readonly Batch[], reach: number | null): Batch[] {
  const beyond = reach === null ? [] : known.filter(({ id }) => id < reach);
  return [...page, ...beyond];
}
