import { t } from '../texts';
import { inWords, wordsFor } from './fault-words';

/** A request that was refused, or that never arrived (status 0), in sentences for people. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The first sentence of each field that is not as it should be. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** What the service calls the refusal, where it has a name. */
    readonly refusal: string | null = null,
  ) {
    super(message);
  }
}

/** @param body what came with the status: JSON of the service, or anything else from a machine in between. */
export function toApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const { error, message, errors } = isRecord(body) ? body : {};
  const said = typeof message === 'string' ? message : null;
  // Where there is no better word for it, the wait is what people want to know.
  if (status === 429 && (said === null || wordsFor(said) === null)) {
    return new ApiError(status, t.faults.tooMany(wait(retryAfter)));
  }
  const sentence = said === null ? t.faults.status(status) : inWords(said);
  const refusal = typeof error === 'string' ? error : null;
  return new ApiError(status, sentence, isRecord(errors) ? firstSentences(errors) : {}, refusal);
}

/** Nothing answered. */
export function unreachable(): ApiError {
  return new ApiError(0, t.faults.unreachable);
}

/** No answer came in time: it may have been done all the same. */
export function timedOut(): ApiError {
  return new ApiError(0, t.faults.timedOut);
}

/** The person did not want to wait. */
export class StoppedError extends ApiError {
  constructor() {
    super(0, t.faults.stopped);
  }
}

function firstSentences(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [
      field,
      inWords(String(Array.isArray(sentences) ? sentences[0] : sentences)),
    ]),
  );
}

function wait(retryAfter: string | null): string {
  const seconds = Number(retryAfter ?? '60');
  return Number.isFinite(seconds) && seconds <= 90 ? t.faults.seconds(seconds) : t.faults.fewMinutes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
