import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from 'email-validation-client';
import { CommanderError } from 'commander';
import { Fault } from './exit-codes.js';

/** What went wrong, as a sentence for people. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (error instanceof CommanderError) return new Fault('usage', usage(error.message));
  if (error instanceof AuthenticationError)
    return new Fault('permission', `The service refuses the token: ${error.message} \`evs login\` stores another.`);
  if (error instanceof PermissionDeniedError) return new Fault('permission', error.message);
  if (error instanceof RateLimitError) return new Fault('later', error.message);
  if (error instanceof ServerError || error instanceof ConnectionError) {
    const id = error instanceof ServerError && error.requestId !== null ? ` Request id: ${error.requestId}.` : '';
    return new Fault('unavailable', `${error.message}${error.message.includes('Request id') ? '' : id}`);
  }
  if (error instanceof ApiError) return new Fault('refused', error.message);
  const { message } = Object(error) as { message?: string };
  return new Fault('internal', `That failed: ${message ?? String(error)}`);
}

function usage(message: string): string {
  const text = message.replace(/^error: /, '');
  if (text.startsWith('(outputHelp)')) return 'Name a command; `evs --help` lists them.';
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}. \`evs --help\` shows how.`;
}
