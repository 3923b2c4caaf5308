/** Why no connection came about. `layer` says who failed: the peer, or our own proxy (which says nothing about the peer). */
export class DialError extends Error {
  constructor(
    readonly kind: 'timeout' | 'refused' | 'unreachable',
    readonly layer: 'smtp' | 'proxy',
    options?: ErrorOptions,
  ) {
    super(`dial: ${layer} ${kind}`, options);
    this.name = 'DialError';
  }
}
