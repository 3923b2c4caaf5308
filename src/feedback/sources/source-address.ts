import { publicOrigin, type Place } from '../../common/public-origin';

/** The address that a provider is given: where people reach the service, else where this machine does. */
export function sourceAddress(place: Place, id: number, token: string): string {
  return `${publicOrigin(place)}/v1/feedback/in/${id}/${token}`;
}
