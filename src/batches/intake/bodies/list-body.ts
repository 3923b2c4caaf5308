import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { MalformedRequestError } from '../../../common/malformed-request.error';
import type { FormField } from '../form-field';
import type { GivenList } from '../list-reader';
import type { UploadBody } from './upload-body';

/** A body that is the list itself. */
export class ListBody implements UploadBody {
  readonly said: Readonly<Record<string, string>>;
  private readonly whole: Promise<void>;
  private firstFault: Error | null = null;

  /**
   * @param bytes of the request, unpacked
   * @param fields what is said of it outside of it; `format` may add what is said within
   */
  constructor(
    request: IncomingMessage,
    private readonly bytes: Readable,
    readonly fields: Map<string, FormField>,
    readonly format: () => GivenList,
  ) {
    this.said = { type: request.headers['content-type'] ?? '' };
    this.whole = finished(bytes, { writable: false }).catch((fault: unknown) => {
      this.firstFault ??= fault as Error;
      throw this.firstFault;
    });
    // Whoever awaits it sees the fault; until then it must not count as unhandled.
    this.whole.catch(() => undefined);
    request.once('close', () => {
      if (!request.complete) this.giveUp(new MalformedRequestError('The upload broke off.'));
    });
  }

  get fault(): Error | null {
    return this.firstFault;
  }

  file(): Promise<Readable> {
    return Promise.resolve(this.bytes);
  }

  end(): Promise<void> {
    return this.whole;
  }

  giveUp(fault: Error): void {
    if (this.bytes.readableEnded) return;
    this.firstFault ??= fault;
    this.bytes.destroy(fault);
  }
}
