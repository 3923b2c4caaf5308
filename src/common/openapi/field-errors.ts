const FIELD_ERRORS = { $ref: '#/components/schemas/FieldErrorsBody' };

export interface Described {
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: object }>;
}

/** Whether an answer is documented that names fields. */
export function namesFields(response: Described | undefined): boolean {
  return JSON.stringify(response?.content ?? {}).includes(FIELD_ERRORS.$ref);
}

/**
 * Documents that 422 may name fields, beside whatever else the route says of it.
 * @param responses of an operation, by status
 * @param reason why it does: the rest of a sentence
 */
export function documentFieldErrors(responses: Record<string, Described>, reason: string): void {
  const given = responses['422'];
  const schema = given?.content?.['application/json']?.schema;
  const both = schema === undefined ? FIELD_ERRORS : namesFields(given) ? schema : { anyOf: [FIELD_ERRORS, schema] };
  responses['422'] = {
    ...given,
    description: given?.description
      ? `${given.description} Or ${reason}`
      : `${reason[0]?.toUpperCase()}${reason.slice(1)}`,
    content: { 'application/json': { ...given?.content?.['application/json'], schema: both } },
  };
}
