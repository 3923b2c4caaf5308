import { InvalidArgumentError } from 'commander';
import { accountAddressFault, normaliseAccountAddress } from '../common/account-address';
import { lineFault, tidyLine } from '../common/one-line';
import { PERMISSIONS, type Permission } from '../auth/permissions';

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `90d`, `12h`, `15m` or `30s`, in milliseconds. */
export function duration(text: string): number {
  const match = /^(?<count>[1-9]\d{0,6})(?<unit>[smhd])$/.exec(text);
  const unit = UNITS_MS[match?.groups?.['unit'] ?? ''];
  if (unit === undefined) throw new InvalidArgumentError('It must be a time such as 90d, 12h, 15m or 30s');
  return Number(match?.groups?.['count']) * unit;
}

export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,10}$/.test(text) || value < minimum || value > 1_000_000_000) {
      throw new InvalidArgumentError(`It must be a whole number from ${minimum} to 1000000000`);
    }
    return value;
  };
}

/** Gathers a repeated option. */
export function permission(text: string, earlier: Permission[] = []): Permission[] {
  const found = PERMISSIONS.find((one) => one === text);
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${PERMISSIONS.join(', ')}`);
  return earlier.includes(found) ? earlier : [...earlier, found];
}

/** An account's e-mail address, normalised; deliverability is not asked. */
export function email(text: string): string {
  const address = normaliseAccountAddress(text);
  refuse(accountAddressFault(address));
  return address;
}

export function name(text: string): string {
  const tidy = tidyLine(text);
  refuse(lineFault(tidy, 255));
  return tidy;
}

function refuse(fault: string | null): void {
  if (fault !== null) throw new InvalidArgumentError(`It ${fault.replace(/\.$/, '')}`);
}
