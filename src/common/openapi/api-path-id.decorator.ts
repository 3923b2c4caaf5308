import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

/** Documents the field of a path's DTO that is an id. */
export function ApiPathId(description: string, example?: number): PropertyDecorator {
  const schema = { type: 'integer', minimum: 1, ...(example === undefined ? {} : { example }) };
  // A property of a path is a parameter to Nest's document, and those know `schema`.
  const options: ApiPropertyOptions & { schema: object } = { description, schema };
  return ApiProperty(options);
}
