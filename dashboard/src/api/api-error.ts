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
  if (status === 429) return new ApiError(status, `Too many requests just now. Try again in ${wait(retryAfter)}.`);
  const sentence =
    typeof message === 'string' ? message : `The service answered with status ${status}. Try again later.`;
  const refusal = typeof error === 'string' ? error : null;
  return new ApiError(status, sentence, isRecord(errors) ? firstSentences(errors) : {}, refusal);
}

export function unreachable(): ApiError {
  return new ApiError(0, 'The service can’t be reached. Check your connection, then try again.');
}

function firstSentences(errors: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [
      field,
      String(Array.isArray(sentences) ? sentences[0] : sentences),
    ]),
  );
}

function wait(retryAfter: string | null): string {
  const seconds = Number(retryAfter ?? '60');
  if (!Number.isFinite(seconds) || seconds > 90) return 'a few minutes';
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
