/**
 * Why no connection came about. `layer` says who failed: the peer, or the proxy (which says nothing about the peer).
 * `out_of_resources`: neither, since this machine had no descriptor or port left to connect with.
 */
export class DialError extends Error {
  constructor(
    readonly kind: 'timeout' | 'refused' | 'unreachable' | 'out_of_resources',
    readonly layer: 'smtp' | 'proxy',
    options?: ErrorOptions,
  ) {
    super(`dial: ${layer} ${kind}`, options);
    this.name = 'DialError';
  }
}
