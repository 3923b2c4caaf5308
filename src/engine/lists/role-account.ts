import { lowerAscii } from '../syntax/ascii-case';
import { ROLE_NAMES } from './data/role-names';

/**
 * The local part (unquoted, any case) names a function and not a person. Exact, after `+tag`, separators and one or two
 * digits at the end are dropped: `Customer.Service+x`, `sales2`. Never by substring: `infos` may be, `salesman` is not.
 */
export function isRoleLocalPart(localPart: string): boolean {
  const base = (lowerAscii(localPart).split('+', 1)[0] ?? '').replace(/[._-]/g, '');
  return ROLE_NAMES.has(base) || ROLE_NAMES.has(base.replace(/(?<=[^0-9])[0-9]{1,2}$/, ''));
}
