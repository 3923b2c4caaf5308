import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

/** The files of a ZIP by name; rejects when it is not whole. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const open = promisify<Buffer, object, ZipFile>(fromBuffer);
  const zip = await open(bytes, { lazyEntries: true });
  const files: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(error);
          return;
        }
        buffer(stream).then((content) => {
          files[entry.fileName] = content.toString();
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
  return files;
}
