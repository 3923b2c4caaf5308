import type { OpenAPIObject } from '@nestjs/swagger';

interface MediaType {
  schema?: { $ref?: string; example?: unknown };
  example?: unknown;
}

/**
 * Moves the examples of answers from beside a `$ref`, where readers must ignore them (OpenAPI 3.0.3, Reference Object),
 * to the media type. Changes and returns the document.
 */
export function liftExamples(document: OpenAPIObject): OpenAPIObject {
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods) as { responses?: Record<string, unknown> }[]) {
      for (const response of Object.values(operation.responses ?? {}) as { content?: Record<string, MediaType> }[]) {
        for (const media of Object.values(response.content ?? {})) lift(media);
      }
    }
  }
  return document;
}

function lift(media: MediaType): void {
  if (media.schema?.$ref === undefined || media.schema.example === undefined) return;
  media.example = media.schema.example;
  delete media.schema.example;
}
