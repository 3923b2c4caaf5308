import type { Readable } from 'node:stream';
import type { FormField } from '../form-field';
import type { GivenList } from '../list-reader';

/** The body of an upload, in whatever form it comes: a file, how that is to be read, and what else is said of it. */
export interface UploadBody {
  /** Complete when `end` resolves. */
  readonly fields: ReadonlyMap<string, FormField>;
  /** What is said beside the bytes of the list and the query: by what else a body is the same as another. Complete when `end` resolves. */
  readonly said: Readonly<Record<string, string>>;
  /** What is wrong with it, as far as is known: the reason behind a read of the file that failed. */
  readonly fault: Error | null;
  /** The bytes of the list, unpacked, to be read to their end; null when there are none. */
  file(): Promise<Readable | null>;
  /** How they are to be read, once `file` has resolved. @throws FieldsInvalidError */
  format(): GivenList;
  /** Resolves when the body is complete and sound. */
  end(): Promise<void>;
  /** Fails all promises and reads, unless the body is whole by now. */
  giveUp(fault: Error): void;
}
