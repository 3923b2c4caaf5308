/** Errors of this machine: no descriptors, ports, buffers or memory. They say nothing about the peer. */
const OUT_OF_RESOURCES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** @param code of a system error, such as `EMFILE` */
export const isOutOfResources = (code: string | undefined): boolean => code !== undefined && OUT_OF_RESOURCES.has(code);
