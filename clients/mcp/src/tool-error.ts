import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InsufficientCreditsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from 'email-validation-client';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** A fault as the agent is told it: what is wrong, and what to do. @param again what to do where no answer came */
export function toolError(error: unknown, again = 'Try again after a minute.'): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: sentences(error, again) }] };
}

function sentences(error: unknown, again: string): string {
  if (error instanceof RateLimitError) return `Too many requests: ask again in ${error.retryAfter ?? 60} s.`;
  if (error instanceof InsufficientCreditsError) {
    return `${error.message} Nothing was checked. Somebody must add credits; credits_balance says how many are left.`;
  }
  if (error instanceof AuthenticationError)
    return 'The service refuses the token of this server. Somebody must set another EVS_TOKEN.';
  if (error instanceof PermissionDeniedError)
    return `${error.message} Somebody must set a token that may, as EVS_TOKEN.`;
  if (error instanceof NotFoundError) return `${error.message} Check the id; results are deleted after some weeks.`;
  if (error instanceof ServerError || error instanceof ConnectionError) {
    return `The service does not work just now: ${error.message} ${again}`;
  }
  if (error instanceof ConflictError) return `${error.message} ${again}`;
  if (error instanceof ApiError) {
    // The message is the first fault of a field.
    const faults = new Set([error.message, ...Object.values(error.fieldErrors).flat()]);
    return `${[...faults].join(' ')} Mend that, then call again.`;
  }
  return `That failed: ${error instanceof Error ? error.message : String(error)}`;
}
