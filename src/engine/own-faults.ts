/** Nothing is left on this machine to ask with: descriptors, ports, buffers, memory. Says nothing about whom we would have asked. */
const OUT_OF_RESOURCES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** @param code of a system error, such as `EMFILE` */
export const isOutOfResources = (code: string | undefined): boolean => code !== undefined && OUT_OF_RESOURCES.has(code);
