import { ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { requireFlatShape } from '../common/json-shape';
import { mayHoldOtherNames, notKnown } from '../common/known-names';
import { MalformedRequestError } from '../common/malformed-request.error';
import { UnreadBody } from '../common/unread-body';
import { rememberRules } from './remembered-rules';

type Dto = NonNullable<ArgumentMetadata['metatype']>;

/**
 * Judges the DTOs of all routes by their rules and hands on instances of them. Fields of a body that its DTO does not know
 * are refused (422); a path or query with a fault is malformed (400), such as a name of a query that its DTO does not know (see
 * `OtherNamesAllowed`).
 */
export class RequestValidationPipe extends ValidationPipe {
  private readonly ofUrls = new UrlValidationPipe();
  private readonly fields = new Map<Dto, ReadonlySet<string>>();

  constructor() {
    super({
      whitelist: true,
      forbidNonWhitelisted: true,
      transform: true,
      exceptionFactory: (faults) => new FieldsInvalidError(Object.fromEntries(faults.map(sentences))),
    });
    rememberRules();
  }

  /** Reads the body first. @throws FieldsInvalidError, MalformedRequestError, BodyTooLargeError, RequestTimeoutError */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    // Nothing but DTOs: a single parameter comes as its route reads it.
    if (metatype === undefined || !this.toValidate(metadata)) return value;
    if (type === 'query' && !mayHoldOtherNames(metatype)) requireKnownNames(value as object, this.fieldsOf(metatype));
    if (type !== 'body') return this.ofUrls.transform(value as object, metadata);
    if (!(value instanceof UnreadBody)) throw new Error('@Body() needs @JsonBody() on the same route.');
    const body = await value.read();
    requireFlatShape(body, this.fieldsOf(metatype));
    return super.transform(body, metadata);
  }

  /** No rule of ours waits for anything; waiting for none costs a request more than the rules do. */
  protected override validate(object: object, options?: ValidatorOptions): ValidationError[] {
    return validateSync(object, options);
  }

  private fieldsOf(dto: Dto): ReadonlySet<string> {
    const known = this.fields.get(dto);
    if (known !== undefined) return known;
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false);
    const fields = new Set(rules.map(({ propertyName }) => propertyName));
    this.fields.set(dto, fields);
    return fields;
  }
}

/** @throws MalformedRequestError */
function requireKnownNames(query: object, known: ReadonlySet<string>): void {
  for (const name in query) {
    if (!known.has(name)) throw new MalformedRequestError(notKnown(name, [...known].sort()));
  }
}

/** For paths and queries, which are flat. */
class UrlValidationPipe extends ValidationPipe {
  /** What DTOs make of an empty query, which most requests have: made once. */
  private readonly ofNothing = new Map<ArgumentMetadata['metatype'], unknown>();

  constructor() {
    super({
      whitelist: true,
      transform: true,
      exceptionFactory: ([fault]) =>
        new MalformedRequestError(Object.values(fault?.constraints ?? {})[0] ?? 'The path or query is malformed.'),
    });
  }

  /** @throws MalformedRequestError */
  override async transform(value: object, metadata: ArgumentMetadata): Promise<unknown> {
    for (const _ in value) return super.transform(value, metadata);
    const { metatype } = metadata;
    const known = this.ofNothing.get(metatype);
    if (known !== undefined) return known;
    const made: unknown = Object.freeze(await super.transform(value, metadata));
    this.ofNothing.set(metatype, made);
    return made;
  }

  protected override validate(object: object, options?: ValidatorOptions): ValidationError[] {
    return validateSync(object, options);
  }
}

function sentences({ property, constraints = {}, value }: ValidationError): [string, string[]] {
  if (value === undefined || value === null) return [property, [`The ${property} field is required.`]];
  // Of something that is no text, its length says nothing.
  return [property, constraints['isString'] === undefined ? Object.values(constraints) : [constraints['isString']]];
}
