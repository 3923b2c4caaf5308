import type { Actor } from '../api';
import { t } from '../texts';

/** `Jane`, `Web shop (token of Jane)`. */
export function nameOf(actor: Actor): string {
  if (actor.account_id === null) return t.overview.notNoted;
  const person = actor.name ?? actor.email ?? t.overview.gone;
  if (actor.token_id === null) return person;
  return t.overview.tokenOf(actor.token_name ?? t.overview.goneToken, person);
}
