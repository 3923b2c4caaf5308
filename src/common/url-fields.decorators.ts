import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ID_FAULT, parseId } from './read-id';

/** Fields of DTOs for paths and queries: what comes as text and is a number. */

/** An id of ours in a path. */
export function IdField(): PropertyDecorator {
  return applyDecorators(
    IsInt({ message: ID_FAULT }),
    Transform(({ value }: { value: unknown }) => parseId(value) ?? value),
  );
}

/**
 * An id of ours as the parameter by which the property is called, or null; empty is as good as left out.
 * @param hasZero whether 0, which no id is, means something too
 */
export function OptionalIdField({ hasZero = false } = {}): PropertyDecorator {
  const what = hasZero ? 'a positive integer, or 0' : 'a positive integer';
  return applyDecorators(
    IsInt({ message: ({ property }) => `The ${property} parameter is ${what}.` }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => {
      if (value === '') return null;
      return hasZero && value === '0' ? 0 : (parseId(value) ?? value);
    }),
  );
}

/** The id where a page of a list ends, which starts with the newest. */
export const BeforeField = (): PropertyDecorator => OptionalIdField();

/** A whole number from 1 to `maximum`; the property's initial value is that of a parameter that is left out. */
export function WholeNumberField(name: string, maximum: number): PropertyDecorator {
  const message = `The ${name} parameter is a whole number from 1 to ${maximum}.`;
  return applyDecorators(
    Max(maximum, { message }),
    Min(1, { message }),
    IsInt({ message }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
    ),
  );
}

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** `true` or `1`, `false` or `0`; the property's initial value is that of a parameter that is left out. */
export function FlagField(name: string): PropertyDecorator {
  return applyDecorators(
    IsBoolean({ message: `The ${name} parameter is true or false.` }),
    Transform(({ value }: { value: unknown }) => FLAGS.get(value) ?? value),
  );
}

/** Some of these words, with commas between them; null: it is left out or empty. */
export function WordsField(name: string, words: readonly string[]): PropertyDecorator {
  return applyDecorators(
    IsIn(words, { each: true, message: `The ${name} filter takes ${words.join(', ')}.` }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      value === '' || value === undefined ? null : [value].flat().flatMap(partsOf),
    ),
  );
}

/** The same as a pattern, for the OpenAPI document. */
export function wordsPattern(words: readonly string[]): string {
  const any = `(${words.join('|')})`;
  return `^(${any}(,${any})*)?$`;
}

/** What is no text is none of the words either. */
const partsOf = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(',') : [value]);
