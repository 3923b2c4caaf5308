import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { FieldsInvalidError } from './fields-invalid.error';
import { requireFlatShape } from './json-shape';
import { readJsonObject } from './read-json';

const MAX_BYTES = 102_400;
/** For routes that anybody may ask, whose fields are few and short. */
export const OPEN_ROUTE_BYTES = 4096;
const WITHIN_MS = 15_000;

/**
 * The request's JSON body as a checked instance of `dto`. It is read here, behind the guards, and not before: a caller
 * without a token must learn that first, and what he sends is not read for him.
 * @param maxBytes 100 kB unless given
 * @throws MalformedRequestError, BodyTooLargeError, RequestTimeoutError, FieldsInvalidError
 */
export function JsonBody(dto: Type<object>, maxBytes = MAX_BYTES): ParameterDecorator {
  let known: ReadonlySet<string> | null = null;
  return createParamDecorator(async (_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<Request>();
    const body = await readJsonObject(request, { maxBytes, withinMs: WITHIN_MS });
    known ??= fieldsOf(dto);
    requireFlatShape(body, known);
    return checked(dto, body);
  })();
}

function fieldsOf(dto: Type<object>): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

function checked(dto: Type<object>, body: object): object {
  const instance = plainToInstance(dto, body);
  const faults = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: false });
  if (faults.length > 0) throw new FieldsInvalidError(Object.fromEntries(faults.map(sentences)));
  return instance;
}

function sentences({ property, constraints = {}, value }: ValidationError): [string, string[]] {
  if (value === undefined || value === null) return [property, [`The ${property} field is required.`]];
  // Of something that is no text, its length says nothing.
  return [property, constraints['isString'] === undefined ? Object.values(constraints) : [constraints['isString']]];
}
