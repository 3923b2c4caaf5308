import { basename } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  ApiError,
  ConflictError,
  EmailValidationError,
  ServerError,
  UnprocessableError,
  type Batch,
  type EmailValidation,
} from 'email-validation-client';
import { openPath } from '../../typescript/src/open-file.js';
import { Fault } from './exit-codes.js';
import type { ListCommandOptions } from './list-options.js';

/** A list as it is sent. */
export interface GivenList {
  file: string;
  source: string | Blob;
}

/** Reads what comes out of a pipe, and no file yet. @param file -: standard input @throws Fault */
export async function readList(file: string, signal: AbortSignal): Promise<GivenList> {
  try {
    if (file === '-') return { file, source: new Blob([await buffer(addAbortSignal(signal, process.stdin))]) };
    const opened = await openPath(file, signal);
    return { file, source: opened instanceof Blob ? new File([opened], basename(file)) : file };
  } catch (error) {
    throw unreadable(file, error as Error);
  }
}

/** @throws Fault, what the client throws */
export async function sendList(
  service: EmailValidation,
  { file, source }: GivenList,
  { name, column, header, encoding, sheet, key, timeout }: ListCommandOptions,
  signal: AbortSignal,
): Promise<Batch> {
  try {
    return await service.validateBatch(source, {
      signal,
      idempotencyKey: key,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      name: name ?? (file === '-' ? 'standard input' : undefined),
      column,
      encoding,
      sheet,
      ...(header ? {} : { hasHeader: false }),
    });
  } catch (error) {
    if (error instanceof UnprocessableError) throw new Fault('refused', inOptions(error.message));
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    throw unreadable(file, error as Error);
  }
}

/** Whether the service may have done what it was asked for, and nobody was told. */
export function isNoAnswer(error: unknown): boolean {
  const isRefusal = error instanceof ApiError && !(error instanceof ServerError || error instanceof ConflictError);
  return error instanceof EmailValidationError && !isRefusal;
}

function unreadable(file: string, { message }: Error): Fault {
  return new Fault('input', `${file} can't be read: ${message}`);
}

/** What the service says of a list, in the words of this command. */
function inOptions(message: string): string {
  if (message.includes('neither UTF-8 nor UTF-16')) return `${message} Or say what they are: --encoding windows-1252.`;
  if (!message.includes('an "email" column in its first row'))
    return message.replace('say by "column"', 'say by --column');
  return `${message} Name another by --column, its name or number; say --no-header where the first row is an address already.`;
}
