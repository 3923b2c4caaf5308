import { applyDecorators } from '@nestjs/common';
import { ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { DomainError } from './domain-error';
import { MessageBody } from './openapi/error-responses';
import { FlagField } from './url-fields.decorators';

/** For so long what a rotation replaces holds too. */
export const ROTATION_MS = 24 * 3_600_000;

/** What was replaced before still holds, and would end by being replaced again: somebody may use it. */
export class RotatedRecentlyError extends DomainError {
  readonly kind = 'rotated_recently';
  override readonly isPassing = true;

  /** @param until milliseconds since the epoch */
  constructor(until: number) {
    super(
      `What the last rotation replaced holds until ${new Date(until).toISOString()}. ` +
        'Rotate after that, or say that it may end now: end_previous.',
    );
  }
}

/** @param until when what was replaced ends; null: nothing was. @throws RotatedRecentlyError */
export function requireEnded(until: number | null, now: number): void {
  if (until !== null && until > now) throw new RotatedRecentlyError(until);
}

export class RotationQuery {
  @FlagField('end_previous')
  end_previous = false;
}

/** Documents a `RotationQuery`, and the refusal that it is for. */
export function ApiRotation(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'end_previous',
      required: false,
      schema: { type: 'boolean', default: false },
      description: 'Whether what the rotation before has replaced may end now, should it still hold.',
    }),
    ApiResponse({
      status: 409,
      description: 'What the rotation before has replaced still holds.',
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: { message: new RotatedRecentlyError(Date.parse('2026-11-29T09:30:00Z')).message },
      },
    }),
  );
}
