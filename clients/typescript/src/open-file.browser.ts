import type { SendableFile } from './open-file.js';

/** In place of `open-file` in the build for browsers (`exports` of package.json): there a file is what its user picked. */
export function openPath(path: string): Promise<SendableFile | Blob> {
  return Promise.reject(
    new TypeError(`A path is for Node alone ("${path}"): in a browser, give the File or a Blob of the list.`),
  );
}
