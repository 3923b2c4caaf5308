import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { FieldsInvalidError } from '../../common/fields-invalid.error';
import { MalformedRequestError } from '../../common/malformed-request.error';
import type { FormField } from './form-field';
import type { UploadBody } from './bodies/upload-body';
import { cameTooLate, LIST_FIELDS, readListFields } from './list-fields';
import type { GivenList } from './list-reader';

/** Bytes of a text field that are read: a name of 255 characters takes a quarter of them. */
const FIELD_BYTES = 4096;
const MAX_FIELDS = 20;
const AHEAD: ReadonlySet<string> = new Set(LIST_FIELDS);
/** What the form adds to its file, at most, before its length alone tells that the file is too large. */
export const FORM_BYTES = 65_536;
/** `file` of the form, as it comes in. */
export type UploadedFile = BusboyFileStream;

/**
 * A multipart form (RFC 7578) with the text field `name` and the file `file`, in any order, and fields in front of the file
 * that say how it is to be read; itself read as it comes in and no faster than the file is read. All its promises reject with what is wrong with the form, as do reads of the file.
 */
export class UploadForm implements UploadBody {
  /** Complete when `end` resolves. */
  readonly fields = new Map<string, FormField>();
  private readonly firstFile: Promise<UploadedFile | null>;
  private readonly whole: Promise<void>;
  private fail: (fault: Error) => void = () => undefined;
  private firstFault: Error | null = null;

  /**
   * @param bytes the body, where it came packed
   * @throws FieldsInvalidError, MalformedRequestError when it cannot be read at all
   */
  constructor(
    private readonly request: IncomingMessage,
    private readonly maxFileKb: number,
    private readonly asked = 'with the fields "name" and "file"',
    bytes: Readable = request,
  ) {
    const parser = this.makeParser();
    let takeFile: (file: UploadedFile | null) => void = () => undefined;
    this.firstFile = new Promise((resolve) => {
      takeFile = resolve;
    });
    this.whole = new Promise((resolve, reject) => {
      this.fail = (fault) => {
        this.firstFault ??= fault;
        reject(fault);
      };
      parser.once('finish', () => {
        takeFile(null);
        resolve();
      });
    });
    this.whole.catch(() => {
      takeFile(null);
      bytes.unpipe(parser);
    });
    let files = 0;
    parser.on('file', (field: string | undefined, file) => {
      files += 1;
      if (field !== 'file') this.refuse(file, `The file must come in the field "file", not in "${field ?? ''}".`);
      else if (files > 1) this.refuse(file, 'The form may hold one file only.');
      else takeFile(this.watch(file));
    });
    parser.on('field', (field, text, _, isTruncated) => {
      if (field === 'file') this.fail(fileFault('The file field must be a file, with a file name.'));
      if (files > 0 && text.trim() !== '' && AHEAD.has(field)) this.fail(cameTooLate(field));
      this.fields.set(field, { text, isTruncated });
    });
    parser.on('error', () => {
      this.fail(new MalformedRequestError('The form ends before its last boundary: the upload is not complete.'));
    });
    request.once('close', () => {
      if (!request.complete) this.fail(new MalformedRequestError('The upload broke off.'));
    });
    if (bytes !== request) bytes.on('error', this.fail);
    bytes.pipe(parser);
  }

  /** What is wrong with the form, as far as is known: the reason behind a read of the file that failed. */
  get fault(): Error | null {
    return this.firstFault;
  }

  /** What is said beside the file; complete when `end` resolves. */
  get said(): Record<string, string> {
    return Object.fromEntries([...this.fields].map(([name, { text }]) => [name, text]));
  }

  /** The file, to be read to its end; null when the form ends without one. */
  async file(): Promise<UploadedFile | null> {
    const file = await this.firstFile;
    if (file === null) await this.whole;
    return file;
  }

  /** @throws FieldsInvalidError */
  format(): GivenList {
    return readListFields(this.fields);
  }

  /** Resolves when the form is complete and sound. */
  end(): Promise<void> {
    return this.whole;
  }

  /** Fails all promises and reads, unless the form is whole by now. */
  giveUp(fault: Error): void {
    this.fail(fault);
  }

  private makeParser(): BusboyInstance {
    const { headers } = this.request;
    const type = headers['content-type'];
    if (type === undefined || !/^multipart\/form-data\b/i.test(type)) {
      const given = type === undefined ? 'it has no Content-Type' : `this one is ${type.slice(0, 100)}`;
      throw fileFault(`The request must be a multipart/form-data form ${this.asked}; ${given}.`);
    }
    const maxBytes = this.maxFileKb * 1024;
    if (Number(headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw this.tooLarge();
    try {
      return new Busboy({
        headers: { ...headers, 'content-type': type },
        limits: { fileSize: maxBytes, fieldSize: FIELD_BYTES, fields: MAX_FIELDS, parts: MAX_FIELDS },
      });
    } catch {
      throw new MalformedRequestError('The Content-Type of the form names no boundary.');
    }
  }

  private watch(file: UploadedFile): UploadedFile {
    // Its reader meets the error as well; without a listener it would end the process where nobody reads any more.
    file.on('error', () => undefined);
    file.once('limit', () => {
      this.fail(this.tooLarge());
    });
    this.whole.catch((fault: unknown) => file.destroy(fault as Error));
    return file;
  }

  private refuse(file: UploadedFile, sentence: string): void {
    file.on('error', () => undefined);
    file.resume();
    this.fail(fileFault(sentence));
  }

  private tooLarge(): Error {
    return fileFault(`The file field must not be greater than ${this.maxFileKb} kilobytes.`);
  }
}

function fileFault(sentence: string): FieldsInvalidError {
  return new FieldsInvalidError({ file: [sentence] });
}
