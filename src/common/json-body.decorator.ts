import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { FieldsInvalidError } from './fields-invalid.error';
import { MalformedRequestError } from './malformed-request.error';

/** What `http/json-body-parser.ts` leaves on a request whose body could not be read. */
export interface RequestWithBody extends Request {
  bodyFault?: Error;
}

/**
 * The request's JSON body as a checked instance of `dto`. The body is judged here and not where it is parsed, since a
 * caller without a token must learn that first.
 * @throws MalformedRequestError, FieldsInvalidError, or what the parser left
 */
export function JsonBody(dto: Type<object>): ParameterDecorator {
  return createParamDecorator((_: unknown, context: ExecutionContext) =>
    readBody(dto, context.switchToHttp().getRequest<RequestWithBody>()),
  )();
}

function readBody(dto: Type<object>, request: RequestWithBody): object {
  if (request.bodyFault !== undefined) throw request.bodyFault;
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new MalformedRequestError('Send one JSON object as the body, with Content-Type: application/json.');
  }
  const instance = plainToInstance(dto, body);
  const faults = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: false });
  if (faults.length > 0) throw new FieldsInvalidError(Object.fromEntries(faults.map(sentences)));
  return instance;
}

function sentences({ property, constraints = {}, value }: ValidationError): [string, string[]] {
  if ('whitelistValidation' in constraints)
    return [property, [`The ${property.slice(0, 40)} field is not known here.`]];
  if (value === undefined || value === null) return [property, [`The ${property} field is required.`]];
  // Of something that is no text, its length says nothing.
  return [property, constraints['isString'] === undefined ? Object.values(constraints) : [constraints['isString']]];
}
